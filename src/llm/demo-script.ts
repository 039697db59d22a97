import type { DemoWords, Said } from './demo-words.ts'
import { english } from './demo-words-en.ts'
import { chinese } from './demo-words-zh.ts'
import type { LlmMessage, LlmRequest } from './port.ts'

/**
 * What the demo model says. It is stateless: everything follows from the messages, so that a repeated request after a
 * reload continues at the right place.
 */

export type DemoTurn = {
  thinking: string
  text: string
  call: { name: string; arguments: Record<string, string> } | null
}

type Step = { name: string; isError: boolean; text: string; path: string }

/** The next answer for a request. Pure. It knows one task, the suggested one (settings/demo-task.ts), and says so. */
export function nextTurn({ messages, tools }: Pick<LlmRequest, 'messages' | 'tools'>): DemoTurn {
  const offered = new Set(tools.map((tool) => tool.name))
  const task = firstWords(messages)
  const words = languageOf(task)
  if (wasFinished(messages, words)) return spoken(words.followUp(lastWords(messages)))
  if (!offered.has('write_file') || !offered.has('read_file')) return spoken(words.withoutTools(task))
  const steps = stepsOf(messages)
  const last = steps.at(-1)
  if (last === undefined)
    return offered.has('list_files')
      ? spoken(words.look(words.known.test(task)), { name: 'list_files', arguments: {} })
      : writeItinerary(words, task, '')
  if (last.isError) return adapt(words, last)
  if (last.name === 'list_files') {
    const taken = last.text.includes(words.itinerary) || last.text.includes(words.packingList)
    return writeItinerary(words, task, taken ? words.prefix : '')
  }
  if (last.name === 'edit_file') return read(words.check, last.path)
  if (last.name === 'write_file') {
    if (!last.path.endsWith(words.itinerary)) return read(words.read(last.path), last.path)
    return writePackingList(words, last.path.startsWith(words.prefix) ? words.prefix : '')
  }
  const mayTick =
    offered.has('edit_file') && steps.every(({ name }) => name !== 'edit_file') && last.text.includes(words.open)
  return mayTick ? tick(words, last.path) : report(words, last)
}

/** The language of the task: a model answers in the language of the request. Han characters with kana are Japanese. */
const languageOf = (task: string): DemoWords =>
  /\p{Script=Han}/u.test(task) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(task) ? chinese : english

const spoken = (said: Said, call: DemoTurn['call'] = null): DemoTurn => ({ ...said, call })

function writeItinerary(words: DemoWords, task: string, prefix: string): DemoTurn {
  const path = `${prefix}${words.itinerary}`
  const call = { name: 'write_file', arguments: { path, content: words.itineraryText(task) } }
  return spoken(words.writeItinerary(path), call)
}

function writePackingList(words: DemoWords, prefix: string): DemoTurn {
  const path = `${prefix}${words.packingList}`
  const call = { name: 'write_file', arguments: { path, content: words.packingListText } }
  return spoken(words.writePackingList(path), call)
}

const read = (said: Said, path: string): DemoTurn => spoken(said, { name: 'read_file', arguments: { path } })

const tick = (words: DemoWords, path: string): DemoTurn =>
  spoken(words.tick, { name: 'edit_file', arguments: { path, old_text: words.open, new_text: words.done } })

function report(words: DemoWords, last: Step): DemoTurn {
  const quoted = last.text.trim().split('\n').slice(0, 14)
  const harmless = quoted.map((line) => line.replaceAll('```', "'''"))
  return spoken(words.report(last.path, harmless, last.text.includes(words.done)))
}

function adapt(words: DemoWords, failed: Step): DemoTurn {
  const answer = failed.text.trim().replace(/\s+/g, ' ').slice(0, 300)
  return spoken(words.adapt(failed.name, answer))
}

/** The tool calls of the conversation that have a result, in order. */
function stepsOf(messages: LlmMessage[]): Step[] {
  const open: { id: string; name: string; path: string }[] = []
  const steps: Step[] = []
  for (const message of messages) {
    if (message.role === 'assistant')
      for (const call of message.content)
        if (call.type === 'tool-call') open.push({ id: call.id, name: call.name, path: pathIn(call.arguments) })
    if (message.role !== 'tool') continue
    const at = open.findIndex(({ id }) => id === message.id)
    const call = open.splice(at, at < 0 ? 0 : 1)[0]
    const text = message.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    steps.push({ name: message.name, isError: message.isError, text, path: call?.path ?? '' })
  }
  return steps.filter(({ name }) => ['list_files', 'write_file', 'read_file', 'edit_file'].includes(name))
}

function pathIn(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'path' in value ? String(value.path) : ''
  } catch {
    // a person may have edited the arguments into anything
    return ''
  }
}

function wasFinished(messages: LlmMessage[], words: DemoWords): boolean {
  return messages.some(({ role, content }) => role === 'assistant' && textOf(content).includes(words.end))
}
function firstWords(messages: LlmMessage[]): string {
  return shortened(messages.find(({ role }) => role === 'user'))
}
function lastWords(messages: LlmMessage[]): string {
  return shortened(messages.findLast(({ role }) => role === 'user'))
}
function shortened(message: LlmMessage | undefined): string {
  const line = textOf(message?.content ?? [])
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > 160 ? `${line.slice(0, 159)}…` : line
}
function textOf(content: LlmMessage['content']): string {
  return content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
}
