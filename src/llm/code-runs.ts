import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { isRecord } from './is-record.ts'
import type { CodeRun, LlmPart, LlmRequest, ProviderMeta } from './port.ts'

/**
 * Code that a provider ran itself, as its library reports it: a call of a tool with one of these names that is not ours
 * to run, and later its result. A model and a server wrote both, so their shape is not trusted.
 */
const TOOLS: ReadonlySet<string> = new Set(['code_execution', 'code_interpreter'])
export const isCodeTool = (name: string): boolean => TOOLS.has(name)

/** Characters stored of the code and of the output. */
const LONGEST = 20_000
/** Characters of JSON that are stored to be sent back; longer data is sent back as words. */
const LONGEST_META = 60_000

/** A reported run: the JSON of its call. */
export type ToldRun = { index: number; id: string; input: string }

export function runPart({ index, input }: ToldRun): LlmPart {
  return { type: 'code-run', index, ...codeIn(parsed(input)) }
}

/** Providers run Python and the shell; writing or viewing a file is described by its fields. */
function codeIn(input: unknown): Pick<CodeRun, 'language' | 'code'> {
  if (!isRecord(input)) return { language: '', code: shortened(String(input)) }
  const { type, command, path, code, language } = input
  if (typeof code === 'string')
    return {
      language: typeof language === 'string' ? language.toLowerCase().slice(0, 40) : 'python',
      code: shortened(code),
    }
  if (type === 'bash_code_execution' && typeof command === 'string')
    return { language: 'bash', code: shortened(command) }
  if (typeof command !== 'string' || typeof path !== 'string')
    return { language: 'json', code: shortened(JSON.stringify(input)) }
  const texts = ['file_text', 'old_str', 'new_str']
    .map((name) => input[name])
    .filter((text) => typeof text === 'string')
  return { language: '', code: shortened([`${command} ${path}`, ...texts].join('\n')) }
}

/** The result of a run, and the pictures that it drew. `result`: as the library reports it. */
export function runEndParts(run: ToldRun, result: unknown, nextIndex: () => number): LlmPart[] {
  const { output, failed } = outcomeOf(result)
  const meta = metaOf(run, result, output)
  const end: LlmPart = {
    type: 'code-run-end',
    index: run.index,
    output: shortened(output),
    ...(failed && { failed }),
    ...(meta && { meta }),
  }
  return [end, ...picturesIn(result).map((picture): LlmPart => ({ type: 'image', index: nextIndex(), ...picture }))]
}

function outcomeOf(result: unknown): { output: string; failed: boolean } {
  if (!isRecord(result)) return { output: '', failed: false }
  // Gemini
  if (typeof result['outcome'] === 'string')
    return { output: text(result['output']), failed: result['outcome'] !== 'OUTCOME_OK' }
  // OpenAI
  if ('outputs' in result) {
    const logs = list(result['outputs']).flatMap((each) => (each['type'] === 'logs' ? [text(each['logs'])] : []))
    return { output: logs.join('\n'), failed: false }
  }
  // Anthropic
  const code = result['error_code'] ?? result['errorCode']
  if (typeof code === 'string') return { output: code, failed: true }
  if (typeof result['encrypted_stdout'] === 'string')
    return { output: text(result['stderr']), failed: result['return_code'] !== 0 }
  if ('stdout' in result || 'stderr' in result) {
    const said = [text(result['stdout']), text(result['stderr'])].filter((each) => each !== '')
    return { output: said.join('\n'), failed: typeof result['return_code'] === 'number' && result['return_code'] !== 0 }
  }
  const lines = result['lines']
  return { output: Array.isArray(lines) ? lines.map(String).join('\n') : text(result['content']), failed: false }
}

/** Only `data:` addresses: others would have to be fetched with the key. */
function picturesIn(result: unknown): { mediaType: string; data: string }[] {
  if (!isRecord(result)) return []
  return list(result['outputs']).flatMap((each) => {
    const found = /^data:(image\/[a-z.+-]{1,40});base64,(.+)$/s.exec(each['type'] === 'image' ? text(each['url']) : '')
    return found === null ? [] : [{ mediaType: found[1] ?? '', data: found[2] ?? '' }]
  })
}

/** Data that Anthropic and Gemini want back unchanged; for OpenAI only its container (openai-container.ts). */
function metaOf({ id, input }: ToldRun, result: unknown, output: string): ProviderMeta | undefined {
  const call = parsed(input)
  const container = isRecord(call) ? text(call['containerId']) : ''
  if (/^[\w-]{1,200}$/.test(container)) return { 'openai-container': { id: container } }
  if (!isRecord(call) || !isRecord(result) || output.length > LONGEST) return undefined
  if (input.length + JSON.stringify(result).length > LONGEST_META) return undefined
  if (typeof result['outcome'] === 'string') return { google: { call, result } }
  return /^srvtoolu_\w{1,100}$/.test(id) ? { anthropic: { id, call, result } } : undefined
}

/** All runs that the request knows of, in order. */
export const runsIn = ({ earlierRuns = [], messages }: Pick<LlmRequest, 'messages' | 'earlierRuns'>): CodeRun[] => [
  ...earlierRuns,
  ...messages.flatMap(({ role, content }) =>
    role === 'assistant' ? content.filter((block) => block.type === 'code-run') : [],
  ),
]

export type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]

/** A call and a result of the library's code tool. */
export const codeParts = (toolCallId: string, input: unknown, result: unknown): AssistantPart[] => [
  { type: 'tool-call', toolCallId, toolName: 'code_execution', input, providerExecuted: true },
  { type: 'tool-result', toolCallId, toolName: 'code_execution', output: { type: 'json', value: result as never } },
]

/** A run as words, for a model whose provider did not run it, or does not take it back. */
export function wordsOfRun({ language, code, output, failed }: CodeRun): string {
  const gave =
    output === null ? '(It is not known what came of it.)' : failed ? `It failed:\n${output}` : `It gave:\n${output}`
  return `[Code that was run where I answered from${language === '' ? '' : `, ${language}`}:]\n${code}\n[${gave}]`
}

function shortened(words: string): string {
  if (words.length <= LONGEST) return words
  return `${words.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}\n[… ${words.length - LONGEST} more characters]`
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const list = (value: unknown): Record<string, unknown>[] => (Array.isArray(value) ? value.filter(isRecord) : [])
