import { mapStrings } from '../json/map-strings.ts'
import type { Llm, LlmPart } from '../llm/port.ts'
import { makeSecretFinder, type SecretFinder } from './secret-finder.ts'

/**
 * A model whose answers never contain the given secrets, whatever the provider echoes: in text, thinking and arguments,
 * however they are split; in ids, names, opaque data and errors. Text that may be the start of a secret is held back
 * until that is decided. The port's contract is kept, and texts without a secret stay the same.
 */
export function scrubbedLlm(llm: Llm, secrets: readonly string[]): Llm {
  const finder = makeSecretFinder(secrets)
  if (finder === null) return llm
  return async function* (request) {
    const scrub = makePartScrubber(finder)
    for await (const part of llm(request)) yield* scrub(part)
  }
}

type Held = { type: 'text-delta' | 'thinking-delta' | 'tool-call-delta'; index: number; text: string }

function makePartScrubber(finder: SecretFinder): (part: LlmPart) => LlmPart[] {
  const heldBack = new Map<number, Held>()
  /** Length of the provider's original text so far, and where and by how much the cleaned text differs. */
  let written = 0
  const changes: { at: number; by: number }[] = []
  const tell = ({ type }: Held, raw: string, clean: string): void => {
    if (type !== 'text-delta') return
    written += raw.length
    if (raw !== clean) changes.push({ at: written - sameAtEnd(raw, clean), by: clean.length - raw.length })
  }
  /** Maps an index in the original text to one in the cleaned text. */
  const moved = (place: number): number => changes.reduce((sum, { at, by }) => (at <= place ? sum + by : sum), place)

  const flush = (index: number, cursor: number | undefined): LlmPart[] => {
    const held = heldBack.get(index)
    heldBack.delete(index)
    if (held === undefined) return []
    const text = finder.clean(held.text)
    tell(held, held.text, text)
    if (text === '') return []
    return [{ ...held, text, ...(cursor === undefined ? {} : { cursor }) }]
  }

  return (part) => {
    switch (part.type) {
      case 'text-delta':
      case 'thinking-delta':
      case 'tool-call-delta': {
        const whole = (heldBack.get(part.index)?.text ?? '') + part.text
        const { clean, held } = finder.split(whole)
        tell(part, whole.slice(0, whole.length - held.length), clean)
        if (held === '') heldBack.delete(part.index)
        else heldBack.set(part.index, { type: part.type, index: part.index, text: held })
        return clean === '' ? [] : [{ ...part, text: clean }]
      }
      case 'text-end':
      case 'thinking-end':
      case 'tool-call-end':
        return [...flush(part.index, part.cursor), deepClean(part, finder)]
      case 'error': {
        const open = [...heldBack.keys()].flatMap((index) => flush(index, undefined))
        return [...open, deepClean(part, finder)]
      }
      case 'sources':
        return [
          {
            ...part,
            found: part.found.map((each) => ('at' in each ? { ...each, at: moved(each.at) } : deepClean(each, finder))),
          },
        ]
      default:
        return [deepClean(part, finder)]
    }
  }
}

function sameAtEnd(a: string, b: string): number {
  let count = 0
  while (count < Math.min(a.length, b.length) && a.at(-1 - count) === b.at(-1 - count)) count++
  return count
}

/** The same value with every string in it cleaned, including field names. Other values stay. */
const deepClean = <Value>(value: Value, finder: SecretFinder): Value =>
  mapStrings(value, finder.clean, { changeName: finder.clean })
