import { isRecord } from './is-record.ts'
import { pictureIn } from './picture.ts'
import type { ModelImage } from './port.ts'

/**
 * Normalises a choice of a chat completion to the fields that the library reads: `delta.content`,
 * `delta.reasoning_content`, `delta.tool_calls`. Servers also use `message` (often a repetition in the closing event),
 * `text`, the old `function_call`, a list of parts, or arguments as an object.
 */

type Fields = Record<string, unknown>

export type ChatReader = {
  /** The delta for the library (the same object if unchanged), and the pictures in it. */
  read: (choice: Fields) => { delta: unknown; pictures: ModelImage[] }
  /** Whether text, a picture or a call has arrived. */
  answered: () => boolean
  called: () => boolean
}

/** `note`: called with what was repaired. */
export function chatReader(note: (what: string) => void): ChatReader {
  let text = ''
  let inDeltas = false
  let thought = false
  let drawn = false
  const calls = callReader()

  /** The new part of a message: after deltas a message repeats everything, messages without deltas may be pieces. */
  const restOf = (whole: string): string => {
    if (whole.startsWith(text)) return whole.slice(text.length)
    return inDeltas ? '' : whole
  }

  const picturesIn = (own: Fields, choice: Fields, message: Fields, content: Content[]): (ModelImage | string)[] => {
    const places = [own, choice, ...(drawn ? [] : [message])]
    const beside = places.flatMap(({ images, image }) => [images, image].flat().map(pictureIn))
    const found = [...content.flatMap(({ pictures }) => pictures), ...beside].filter((each) => each !== null)
    drawn ||= found.length > 0
    return found
  }

  const read = (choice: Fields): ReturnType<ChatReader['read']> => {
    const given = choice['delta']
    // nearly all events: one piece of text, where the library expects it
    if (isRecord(given) && isPiece(given, choice)) {
      const piece = String(given['content'])
      text += piece
      inDeltas ||= piece !== ''
      return { delta: given, pictures: NONE }
    }
    const own: Fields = isRecord(given) ? given : {}
    const message: Fields = isRecord(choice['message']) ? choice['message'] : {}
    const pieces = contentIn(own['content'])
    const whole = contentIn(message['content'])
    const found = picturesIn(own, choice, message, drawn ? [pieces] : [pieces, whole])
    const links = found.map((each) => (typeof each === 'string' ? `\n\n![](${each})\n\n` : '')).join('')
    const legacy = typeof choice['text'] === 'string' ? choice['text'] : ''
    const late = pieces.text !== '' ? '' : legacy || restOf(whole.text)
    const fresh = pieces.text + late + links
    const thinking = thinkingIn(own) ?? pieces.thinking ?? (thought ? null : (thinkingIn(message) ?? whole.thinking))
    const toolCalls = calls.read(own, message)
    if (late !== '') note('text in another place')
    text += fresh
    inDeltas ||= pieces.text !== ''
    thought ||= thinking !== null
    const pictures = found.filter((each) => typeof each !== 'string')
    const refusal = own['refusal'] ?? (text === '' ? message['refusal'] : undefined)
    const same =
      isRecord(given) &&
      late + links === '' &&
      pieces.plain &&
      toolCalls === (own['tool_calls'] ?? null) &&
      thinking === thinkingAsRead(own) &&
      refusal === own['refusal'] &&
      KNOWN_ROLES.has(own['role'])
    if (same) return { delta: given, pictures }
    const { reasoning: _, refusal: __, ...rest } = own
    const delta = {
      ...rest,
      role: KNOWN_ROLES.has(own['role']) ? own['role'] : null,
      content: fresh === '' ? null : fresh,
      reasoning_content: thinking,
      tool_calls: toolCalls,
      ...(refusal !== undefined && { refusal }),
    }
    return { delta, pictures }
  }
  return { read, answered: () => text !== '' || drawn || calls.called(), called: calls.called }
}

const NONE: ModelImage[] = []

/** Whether the delta has only text and the choice nothing else. */
function isPiece(delta: Fields, { message, text, images, image }: Fields): boolean {
  if ((message ?? text ?? images ?? image) !== undefined || typeof delta['content'] !== 'string') return false
  for (const name in delta) if (name !== 'content' && name !== 'role') return false
  return KNOWN_ROLES.has(delta['role'])
}

/** Thinking where the library expects it; undefined: in a form that it does not read. */
function thinkingAsRead({ reasoning_content: first, reasoning: second }: Fields): string | null | undefined {
  const value = first ?? second ?? ''
  if (typeof value !== 'string' || (second !== undefined && second !== null && typeof second !== 'string'))
    return undefined
  return value === '' ? null : value
}

const KNOWN_ROLES = new Set<unknown>([undefined, null, '', 'assistant'])

type Content = { text: string; thinking: string | null; pictures: (ModelImage | string)[]; plain: boolean }
const EMPTY: Content = { text: '', thinking: null, pictures: [], plain: true }

/** Content as text, as one part, or as a list of parts. `plain`: it is text. */
function contentIn(content: unknown): Content {
  if (typeof content === 'string') return { ...EMPTY, text: content }
  if (content === undefined || content === null) return EMPTY
  const parts = Array.isArray(content) ? content : [content]
  const found: Content = { text: '', thinking: null, pictures: [], plain: false }
  for (const part of parts) {
    if (typeof part === 'string') found.text += part
    if (!isRecord(part)) continue
    const picture = pictureIn(part)
    const words = typeof part['text'] === 'string' ? part['text'] : ''
    if (picture !== null) found.pictures.push(picture)
    else if (/think|reason/i.test(String(part['type'])))
      found.thinking = (found.thinking ?? '') + (words || contentIn(part['thinking'] ?? part['reasoning']).text)
    else found.text += words
  }
  return found
}

const THINKING = [
  'reasoning_content',
  'reasoning',
  'thinking',
  'reasoning_text',
  'thought',
  'reasoning_details',
] as const

/** null: there is none. */
function thinkingIn(fields: Fields): string | null {
  for (const name of THINKING) {
    const value = fields[name]
    if (typeof value === 'string' && value !== '') return value
    if (isRecord(value)) {
      const inner = value['content'] ?? value['text']
      if (typeof inner === 'string' && inner !== '') return inner
    }
    if (name !== 'reasoning_details' || !Array.isArray(value)) continue
    const text = value
      .filter(isRecord)
      .map((detail) => String(detail['text'] ?? detail['summary'] ?? ''))
      .join('')
    if (text !== '') return text
  }
  return null
}

/** Reads calls in pieces, whole, or in the old form for a single call. */
function callReader(): { read: (delta: Fields, message: Fields) => unknown; called: () => boolean } {
  let called = false
  /** Calls that have received arguments. */
  const filled = new Set<unknown>()

  const one = (call: unknown): Fields | null => {
    if (!isRecord(call)) return null
    const { index: written } = call
    const isFlat = !('function' in call) && typeof call['name'] === 'string' && 'arguments' in call
    const given = isFlat ? { name: call['name'], arguments: call['arguments'] } : call['function']
    if (!isRecord(given)) return null
    const inner = given['name'] === 'null' ? { ...given, name: undefined } : given
    const index = typeof written === 'string' && /^\d+$/.test(written) ? Number(written) : written
    const args = argumentsIn(inner['arguments'])
    const key = index ?? call['id']
    // some send empty arguments before the real ones; with none at all, the meaning is the same
    const told = args === '{}' && !filled.has(key) ? '' : args
    if (told !== '') filled.add(key)
    const same = inner === call['function'] && index === written && (inner['arguments'] ?? '') === told
    return same ? call : { ...call, ...(index !== undefined && { index }), function: { ...inner, arguments: told } }
  }

  return {
    called: () => called,
    read: (delta, message) => {
      const pieces = listIn(delta)
      const given = pieces ?? (called ? null : listIn(message)?.map(numbered))
      if (given === null || given === undefined) return null
      const ours = given.map(one)
      const kept = ours.filter((call) => call !== null)
      called ||= kept.length > 0
      const same = kept.length === given.length && kept.every((call, at) => call === given[at])
      return same && pieces !== null ? given : kept
    },
  }
}

/** null: there are none. */
function listIn({ tool_calls: calls, function_call: old }: Fields): unknown[] | null {
  if (Array.isArray(calls)) return calls
  if (isRecord(calls)) return [calls]
  return isRecord(old) ? [{ index: 0, id: 'call_0', type: 'function', function: old }] : null
}

const numbered = (call: unknown, at: number): unknown =>
  isRecord(call) && call['index'] === undefined ? { index: at, ...call } : call

function argumentsIn(given: unknown): string {
  if (typeof given === 'string') return given
  return given === undefined || given === null ? '' : JSON.stringify(given)
}
