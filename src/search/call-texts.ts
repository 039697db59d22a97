import type { Display } from '../agent/content.ts'
import type { ToolCall, ToolResult } from '../agent/message.ts'
import { askedQuestion } from './asked-question.ts'
import { argumentsShown, prettyArguments } from './call-arguments.ts'
import { diffLines, MOST_LINES } from './diff-lines.ts'
import { shownJson, textsOfValue } from './shown-values.ts'

/** Most characters shown of one argument of a decided call, and of one text of a result. */
export const MOST_OF_ARGUMENT = 50_000
export const MOST_OF_RESULT = 20_000
/** Most characters shown of one argument of an undecided call. The rest is shown on request. */
export const MOST_AT_ONCE = 100_000
/** Of a table. */
export const MOST_ROWS = 500
export const MOST_COLUMNS = 100

/**
 * The texts on the card of a call, in order: its arguments by name (their values), or removed and added lines; then its
 * result as it is shown. Contract: the card marks each element with `data-find`, and shows no more of it by itself. Not
 * included: names, states and other words of the page; the tool's input behind a click; and a whole result behind its
 * button, which is read when the button is pressed.
 */
export function textsOfCall(call: ToolCall): string[] {
  const { status, question, form, args, result } = call
  if (status === 'asking' && form !== undefined) return [form.text]
  if (status === 'asking') return question === null ? [] : [question.text, ...question.choices]
  const asked = status === 'pending' ? null : askedQuestion(call)
  if (asked !== null) {
    const answer = asked.chosen !== null || result === null ? [] : textsOfResult(result)
    return [asked.question, ...asked.choices, ...answer]
  }
  const most = status === 'pending' ? MOST_AT_ONCE : MOST_OF_ARGUMENT
  return [...textsOfArguments(args, most), ...(result === null ? [] : textsOfResult(result))]
}

function textsOfArguments(args: string, most: number): string[] {
  const shown = argumentsShown(args)
  if (shown === null) return [prettyArguments(args).slice(0, most)]
  const values = shown.list.flatMap(({ value }) => textsOfValue(value, most))
  return shown.diff === null ? values : [...textsOfDiff(shown.diff), ...values]
}

function textsOfResult({ kind, details, content }: ToolResult): string[] {
  const shown = details === undefined ? [] : textsOfDisplay(details)
  if (details !== undefined && kind !== 'error') return shown
  return [...shown, ...content.flatMap((block) => (block.type === 'text' ? textsOfWords(block.text) : []))]
}

function textsOfWords(text: string): string[] {
  const json = shownJson(text)
  return json === null ? [text.slice(0, MOST_OF_RESULT)] : textsOfValue(json, MOST_OF_RESULT)
}

function textsOfDisplay(display: Display): string[] {
  switch (display.shape) {
    case 'text':
    case 'code':
      return [display.text.slice(0, MOST_OF_RESULT)]
    case 'run':
      return [
        ...(display.tests?.failures ?? []),
        display.output.slice(0, MOST_OF_RESULT),
        display.value.slice(0, MOST_OF_RESULT),
      ].filter((text) => text !== '')
    case 'table': {
      const rows = [display.columns, ...display.rows.slice(0, MOST_ROWS)]
      return [rows.map((row) => row.slice(0, MOST_COLUMNS).join('\n')).join('\n')]
    }
    case 'file':
      return [display.path]
    case 'diff':
      return textsOfDiff(display)
    case 'web-page':
      return [display.title, display.text.slice(0, MOST_OF_RESULT)]
    case 'image':
    case 'artifact':
      return []
  }
}

const textsOfDiff = ({ path, before, after }: { path: string; before: string; after: string }): string[] => [
  path,
  diffLines(before, after)
    .slice(0, MOST_LINES)
    .map(({ mark, text }) => `${mark} ${text}`)
    .join('\n'),
]
