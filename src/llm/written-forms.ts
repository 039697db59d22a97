import { isRecord } from './is-record.ts'
import { afterBlanks, literalAt, matchAt, memberAt } from './literal.ts'

/**
 * Forms in which models write a call into their text, from their makers' templates and the parsers of vLLM, llama.cpp
 * and Ollama. `texts`: arguments of unknown type.
 */
export type WrittenForm = { name: string; values: Record<string, unknown>; texts: Record<string, string> }
type Read = { calls: WrittenForm[]; to: number }

const SEP = '<[|｜]tool[▁_]sep[|｜]>'
const DSML = '(?:[|｜]DSML[|｜])?'

/** Text around and between calls, and end markers of an answer. */
const AROUND = new RegExp(
  [
    '<\\/?(?:tool_calls?|tools|TOOLCALL|function_calls?|functioncall|(?:minimax|seed):tool_call)>',
    `<\\/?[|｜]DSML[|｜](?:function_calls|tool_calls)>`,
    '<[|｜]tool[▁_]calls?(?:[▁_]section)?[▁_](?:begin|start|end)[|｜]>',
    '<\\|\\/?tool_call\\|?>|<tool_call\\|>',
    '<\\|(?:START_ACTION|END_ACTION|action_start|action_end|plugin|python_tag|python_start|python_end)\\|>',
    '<\\/?(?:start|end)_function_call>',
    '\\[\\/?TOOL_CALLS?\\]',
    'functools(?=\\[)',
    '<\\|start\\|>assistant(?=<\\|channel\\|>commentary)',
    '<\\|(?:im_end|eot_id|eom_id|end|call|endoftext|end_of_text|eot|return)\\|>|<\\/s>|<end_of_turn>|<eos>',
    '[;,]',
    '\\s+',
  ].join('|'),
  'y',
)
/** How a marked call begins. */
export const BEGINNING = new RegExp(
  [
    '<(?:tool_calls?|tools|TOOLCALL|function_calls?|functioncall|(?:minimax|seed):tool_call|start_function_call)>',
    '<[|｜](?:DSML[|｜]|tool[▁_]call)',
    '<\\|(?:START_ACTION|action_start|python_tag|python_start|tool_call)',
    '<\\|channel\\|>commentary to=',
    '\\[TOOL_CALLS?\\]',
    'functools\\[',
    '<function(?:=| name=)',
    '<invoke name=',
    '(?<=^|\\n)Action:',
  ].join('|'),
  'g',
)

const HARMONY = /<\|channel\|>commentary to=(?:functions\.)?([\w.-]+)[^<]*(?:<\|constrain\|>\w*)?<\|message\|>/y
const REACT = /Action:[ \t]*([\w.-]+)[ \t]*\n\s*Action Input:[ \t]*/y
const NAMED = new RegExp(
  `(?:function${SEP})?(?:call:)?([A-Za-z_][\\w.-]*)(?::\\d+)?(?:\\s*(?:${SEP}|\\[CALL_ID\\][\\w-]+|\\[ARGS\\]|<\\|tool_call_argument_begin\\|>|\`\`\`(?:json)?))*\\s*(?=\\{)`,
  'y',
)
const FUNCTION = new RegExp(`<${DSML}(?:function=|function name=|invoke name=)["']?([\\w.-]+)["']?[^>\\n]*>`, 'y')
const FUNCTION_END = new RegExp(`\\s*</${DSML}(?:function|invoke)>`, 'y')
const PARAMETER = new RegExp(`\\s*<${DSML}parameter(?:=| name=)["']?([\\w.-]+)["']?([^>\\n]*)>`, 'y')
/** How a value ends; some models omit its end tag. */
const PARAMETER_END = new RegExp(
  `</${DSML}parameter>|(?=\\n\\s*<${DSML}parameter(?:=| ))|(?=\\s*</${DSML}(?:function|invoke)>)`,
  'g',
)
const ARGUMENT = /\s*<arg_key>([^<]*)<\/arg_key>\s*<arg_value>([\s\S]*?)<\/arg_value>/y
const BARE_NAME = /([A-Za-z_][\w.-]*)(?=\s*<(?:arg_key|\/tool_call)>)/y
const TOOL_CALL_END = /\s*<\/tool_call>/y
const PYTHON = /(?:print\()?([A-Za-z_][\w.]*)\(/y
const FENCE_END = /\s*```/y

/** All consecutive calls that begin here, with the markers around them; null: none. */
export function formsAt(text: string, at: number): Read | null {
  const calls: WrittenForm[] = []
  let to = afterSigns(text, at)
  for (let next = bodyAt(text, to); next !== null; next = bodyAt(text, to)) {
    calls.push(...next.calls)
    to = afterSigns(text, next.to)
  }
  return calls.length === 0 ? null : { calls, to }
}

function afterSigns(text: string, at: number): number {
  let to = at
  for (let sign = matchAt(AROUND, text, to); sign !== null; sign = matchAt(AROUND, text, to)) to += sign[0].length
  return to
}

const bodyAt = (text: string, at: number): Read | null =>
  at >= text.length
    ? null
    : (taggedAt(text, at) ?? namedAt(text, at) ?? jsonAt(text, at) ?? argumentsAt(text, at) ?? pythonAt(text, at))

/** `{"name": …, "arguments": {…}}` and similar objects, or a list of these. */
function jsonAt(text: string, at: number): Read | null {
  if (text[at] !== '{' && text[at] !== '[') return null
  const read = literalAt(text, at)
  const calls = read === null ? null : callsOf(read.value)
  return read === null || calls === null || calls.length === 0 ? null : { calls, to: read.to }
}

const NAMES = ['name', 'tool_name', 'function_name', 'tool', 'function', 'action']
const VALUES = ['arguments', 'parameters', 'args', 'input', 'params', 'tool_input', 'action_input', 'tool_arguments']

function callsOf(value: unknown, deep = 0): WrittenForm[] | null {
  if (deep > 3) return null
  if (Array.isArray(value)) {
    const all = value.map((each) => (isRecord(each) ? callsOf(each, deep + 1) : null))
    return all.some((each) => each === null) ? null : all.flatMap((each) => each ?? [])
  }
  if (!isRecord(value)) return null
  for (const within of ['tool_calls', 'function_call', 'tool_call'])
    if (typeof value[within] === 'object' && value[within] !== null) return callsOf(value[within], deep + 1)
  if (isRecord(value['function'])) return callsOf(value['function'], deep + 1)
  const name = NAMES.map((key) => value[key]).find((each): each is string => typeof each === 'string')
  const given = VALUES.map((key) => value[key]).find((each) => each !== undefined)
  // an object with only a name may be any data
  if (name === undefined || given === undefined) return null
  const values = typeof given === 'string' ? (given.trim() === '' ? {} : literalAt(given, 0)?.value) : given
  return isRecord(values) ? [{ name: plainName(name), values, texts: {} }] : null
}

/** A name, a separator, and its arguments. */
function namedAt(text: string, at: number): Read | null {
  const begin = matchAt(HARMONY, text, at) ?? matchAt(REACT, text, at) ?? matchAt(NAMED, text, at)
  if (begin === null) return null
  const values = literalAt(text, at + begin[0].length)
  if (values === null || !isRecord(values.value)) return null
  const fence = begin[0].includes('```') ? (matchAt(FENCE_END, text, values.to)?.[0].length ?? 0) : 0
  return {
    calls: [{ name: plainName(begin[1] ?? ''), values: values.value, texts: {} }],
    to: values.to + fence,
  }
}

/** `<function=NAME>`, `<invoke name="NAME">`: parameters in their own tags, or JSON. */
function taggedAt(text: string, at: number): Read | null {
  const begin = matchAt(FUNCTION, text, at)
  if (begin === null) return null
  const name = plainName(begin[1] ?? '')
  let to = at + begin[0].length
  let values: Record<string, unknown> = {}
  const texts: Record<string, string> = {}
  const json = text[afterBlanks(text, to)] === '{' ? literalAt(text, to) : null
  if (json !== null && isRecord(json.value)) {
    values = json.value
    to = json.to
  } else
    for (let next = matchAt(PARAMETER, text, to); next !== null; next = matchAt(PARAMETER, text, to)) {
      const from = to + next[0].length
      PARAMETER_END.lastIndex = from
      const end = PARAMETER_END.exec(text)
      if (end === null) return null
      const value = text.slice(from, end.index).replace(/^\n/, '').replace(/\n$/, '')
      // DeepSeek marks values that are not text
      if (/string=["']?false/.test(next[2] ?? '')) values[next[1] ?? ''] = literalAt(value, 0)?.value ?? value
      else texts[next[1] ?? ''] = value
      to = end.index + end[0].length
    }
  const end = matchAt(FUNCTION_END, text, to)
  // an unfinished call does not count
  if (end === null) return null
  return { calls: [{ name, values, texts }], to: to + end[0].length }
}

/** GLM: the name on a line, then keys and values in turn. */
function argumentsAt(text: string, at: number): Read | null {
  const begin = matchAt(BARE_NAME, text, at)
  if (begin === null || !/<tool_call>\s*$/.test(text.slice(Math.max(0, at - 40), at))) return null
  let to = at + begin[0].length
  const texts: Record<string, string> = {}
  for (let next = matchAt(ARGUMENT, text, to); next !== null; next = matchAt(ARGUMENT, text, to)) {
    texts[next[1]?.trim() ?? ''] = next[2] ?? ''
    to += next[0].length
  }
  // an unfinished call does not count
  if (matchAt(TOOL_CALL_END, text, to) === null) return null
  return { calls: [{ name: plainName(begin[1] ?? ''), values: {}, texts }], to }
}

/** `name(key="value")`, alone or as a list. */
function pythonAt(text: string, at: number): Read | null {
  if (text[at] !== '[') return pythonCallAt(text, at)
  const calls: WrittenForm[] = []
  for (let place = afterBlanks(text, at + 1); ; ) {
    const next = pythonCallAt(text, place)
    if (next === null) return null
    calls.push(...next.calls)
    place = afterBlanks(text, next.to)
    if (text[place] === ',') place = afterBlanks(text, place + 1)
    if (text[place] === ']') return { calls, to: place + 1 }
  }
}

function pythonCallAt(text: string, at: number): Read | null {
  const begin = matchAt(PYTHON, text, at)
  if (begin === null) return null
  const values: [string, unknown][] = []
  let place = afterBlanks(text, at + begin[0].length)
  while (text[place] !== ')') {
    const member = memberAt(text, place, '=')
    if (member === null) return null
    values.push(member.value)
    place = afterBlanks(text, member.to)
    if (text[place] === ',') place = afterBlanks(text, place + 1)
    else if (text[place] !== ')') return null
  }
  const printed = begin[0].startsWith('print(')
  if (printed && text[place + 1] !== ')') return null
  const name = plainName((begin[1] ?? '').replace(/\.call$/, ''))
  return { calls: [{ name, values: Object.fromEntries(values), texts: {} }], to: place + (printed ? 2 : 1) }
}

/** Some templates put a namespace before the name. */
const plainName = (name: string): string => name.trim().replace(/^(?:functions?|tools?|default_api)[.:]/, '')
