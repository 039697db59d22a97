import type { LlmPart } from './port.ts'

/**
 * Thinking that a server has left in the text: a block at the very beginning becomes thinking, even while streaming.
 * Inside code, or later in the text, the same tags are text. Some templates write the opening tag themselves, so that
 * only the closing tag arrives: then all text before it was thinking, which is announced once it is known
 * (`text-is-thinking`).
 */

/** Opening and closing tags of thinking. The last ones are those of gpt-oss: text after them is for the person. */
const SIGNS: readonly { open: string; close: string }[] = [
  ...['think', 'thinking', 'thought', 'reasoning'].map((tag) => ({ open: `<${tag}>`, close: `</${tag}>` })),
  { open: '[THINK]', close: '[/THINK]' },
  { open: '◁think▷', close: '◁/think▷' },
  { open: '<|channel|>analysis<|message|>', close: '<|channel|>final<|message|>' },
  { open: '<|channel|>final<|message|>', close: '' },
]
/** Closing tags that count without an opening tag. */
const ALONE = ['</think>', '</thinking>', '[/THINK]', '◁/think▷']
const LONGEST = Math.max(...SIGNS.flatMap(({ open, close }) => [open.length, close.length]))

/** Changes the parts of one answer, in order; null: the end of the answer. */
export function makeThoughtReader(): (part: LlmPart | null) => LlmPart[] {
  /** Our index of each block, by the library's: a text with thinking becomes two blocks. */
  const ours = new Map<number, number>()
  let next = 0
  /** `unread`: the first text is undecided. `passed`: everything that follows is unchanged. */
  let state: 'unread' | 'thought' | 'text' | 'passed' = 'unread'
  /** The library's index of the first text; null: not begun, or ended. */
  let reads: number | null = null
  /** The number of its first event. */
  let begun: number | undefined
  let open: { kind: 'text' | 'thinking'; index: number } | null = null
  let close = ''
  let held = ''
  /** The text so far, while its end may still show that it was thinking. */
  let plain: string[] = []
  let length = 0
  let tail = ''
  let mayEnd = true
  /** Characters of the text that became thinking or were tags: citations count without them. */
  let taken = 0

  const say = (kind: 'text' | 'thinking', text: string): LlmPart[] => {
    if (text === '') return []
    const parts: LlmPart[] = []
    if (open === null) {
      open = { kind, index: next++ }
      // it has the number of its first event, even if it was held back
      parts.push({ type: `${kind}-start`, index: open.index, ...(begun !== undefined && { cursor: begun }) })
    }
    return [...parts, { type: `${kind}-delta`, index: open.index, text }]
  }
  const end = (): LlmPart[] => {
    if (open === null) return []
    const { kind, index } = open
    open = null
    return [{ type: `${kind}-end`, index }]
  }

  /** The parts of the next piece of the first text. `last`: it is the final piece. */
  const read = (piece: string, last: boolean): LlmPart[] => {
    held += piece
    if (state === 'unread') {
      const begins = held.trimStart()
      const sign = SIGNS.find((each) => begins.startsWith(each.open))
      if (sign === undefined) {
        if (!last && (begins === '' || SIGNS.some((each) => each.open.startsWith(begins)))) return []
        state = 'text'
      } else {
        taken += held.length - begins.length + sign.open.length
        held = begins.slice(sign.open.length)
        state = sign.close === '' ? 'text' : 'thought'
        close = sign.close
        mayEnd = false
      }
    }
    return state === 'thought' ? readThought(last) : readText(last)
  }

  const readThought = (last: boolean): LlmPart[] => {
    const at = held.indexOf(close)
    const safe = at >= 0 ? at : last ? held.length : held.length - partialEnd(held, [close, BETWEEN])
    const parts = say('thinking', held.slice(0, safe).replaceAll(BETWEEN, ''))
    taken += safe
    held = held.slice(safe)
    if (at < 0) return parts
    taken += close.length
    held = held.slice(close.length)
    state = 'text'
    return [...parts, ...end(), ...readText(last)]
  }

  const readText = (last: boolean): LlmPart[] => {
    if (!mayEnd) {
      // blanks between thinking and the words belong to neither
      const text = open === null ? held.trimStart() : held
      if (open === null) taken += held.length - text.length
      held = ''
      return say('text', text)
    }
    const near = tail + held
    const sign = ALONE.find((each) => near.includes(each))
    if (sign !== undefined) {
      const before = near.indexOf(sign) - tail.length
      mayEnd = isInCode(plain.join('') + held.slice(0, Math.max(0, before)))
      if (!mayEnd) {
        taken = length + before + sign.length
        const parts = say('text', held.slice(0, Math.max(0, before)))
        held = held.slice(before + sign.length)
        const told = open?.index
        parts.push(...end())
        if (told !== undefined) parts.push({ type: 'text-is-thinking', index: told })
        return [...parts, ...readText(last)]
      }
    }
    const text = held.slice(0, last ? held.length : held.length - partialEnd(held, ALONE))
    held = held.slice(text.length)
    plain.push(text)
    length += text.length
    // a tag that was examined is not found again
    tail = sign === undefined ? (tail + text).slice(1 - LONGEST) : ''
    if (length > MOST) mayEnd = false
    if (!mayEnd) plain = []
    return say('text', text)
  }

  const pass = (part: LlmPart): LlmPart[] => {
    if (part.type === 'sources')
      return [
        {
          ...part,
          found: part.found.map((each) => ('at' in each ? { ...each, at: Math.max(0, each.at - taken) } : each)),
        },
      ]
    if (!('index' in part)) return [part]
    const index = ours.get(part.index) ?? next++
    ours.set(part.index, index)
    return [index === part.index ? part : { ...part, index }]
  }

  const tell = (part: LlmPart): LlmPart[] => {
    // held-back text is not lost if the answer breaks off
    if (part.type === 'error' && part.error.kind !== 'aborted' && reads !== null) return [...read('', true), part]
    if (state === 'passed') return pass(part)
    if (part.type === 'text-start' && reads === null) {
      reads = part.index
      begun = part.cursor
      return []
    }
    if (!('index' in part) || part.index !== reads) return pass(part)
    if (part.type === 'text-delta') return read(part.text, false)
    if (part.type !== 'text-end') return pass(part)
    const parts = read('', true)
    reads = null
    state = 'passed'
    if (open === null && parts.length === 0) {
      const index = next++
      return [
        { type: 'text-start', index },
        { ...part, index },
      ]
    }
    const { meta } = part
    const ends =
      open?.kind === 'text' && meta !== undefined ? end().map((each) => ({ ...each, meta }) as LlmPart) : end()
    return [...parts, ...ends]
  }

  return (part) => {
    if (part === null) return []
    const told = tell(part)
    const { cursor } = part
    if (cursor === undefined) return told
    return told.map((each) => (each.cursor === undefined ? { ...each, cursor } : each))
  }
}

/** Text between the channels of gpt-oss. */
const BETWEEN = '<|end|><|start|>assistant'

/** Most characters of thinking that has only a closing tag. */
const MOST = 200_000

/** The length of the longest start of a tag at the end of the text. */
function partialEnd(text: string, signs: readonly string[]): number {
  for (let length = Math.min(LONGEST, text.length); length > 0; length--)
    if (signs.some((sign) => sign.length > length && text.endsWith(sign.slice(0, length)))) return length
  return 0
}

/** A tag that a model writes about is in code. */
const isInCode = (before: string): boolean =>
  (before.match(/^\s*(```|~~~)/gm)?.length ?? 0) % 2 === 1 ||
  (before.slice(before.lastIndexOf('\n') + 1).split('`').length - 1) % 2 === 1
