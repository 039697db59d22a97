import { excessIn } from '../json/bounds.ts'
import { measureJson } from '../json/measure.ts'
import { partsOf, type ShownField, shownField } from './shown-values.ts'

/** Arguments with more levels are shown as raw text. */
const MAX_DEPTH = 50
/** Characters; longer arguments are not taken apart. */
const MAX_LENGTH = 2_000_000

/** Arguments that distinguish a call from its neighbours; the first that it has is used. */
export const TELLING: readonly string[] = ['path', 'from', 'url', 'query', 'pattern', 'name', 'question']

/**
 * The argument that distinguishes a call from its neighbours, shown beside its name. Empty if the arguments are not an
 * object.
 */
export function mainArgument(args: string): string {
  const parsed = parseArguments(args)
  if (!parsed) return ''
  const telling = TELLING.find((key) => Object.hasOwn(parsed, key))
  // an empty or very long path is shown as it is: another argument in its place could be mistaken for it
  const chosen = telling === undefined ? Object.values(parsed).find(isShort) : parsed[telling]
  return typeof chosen === 'string' ? chosen.slice(0, 200) : ''
}

/** Arguments for people: a line each if they are an object, otherwise as they came. */
export function prettyArguments(args: string): string {
  const parsed = parseArguments(args)
  try {
    // indented, deeply nested values grow with the square of their depth
    return parsed && depthOf(args) <= MAX_DEPTH ? JSON.stringify(parsed, null, 2) : args
  } catch {
    return args
  }
}

/**
 * Most arguments that are laid out, and most values of all of them together: each is at least one element of the page.
 */
const MOST_NAMES = 100
const MOST_PARTS = 600

type Laid = { list: ShownField[]; left: number }

/** The first arguments of a call, in order; null if they are not an object, or are too large or too deep. */
export const argumentsOf = (args: string): ShownField[] | null => layOut(args)?.list ?? null

function layOut(args: string): Laid | null {
  const parsed = parseArguments(args)
  if (!parsed || depthOf(args) > MAX_DEPTH) return null
  const all = Object.entries(parsed)
  const list: ShownField[] = []
  let parts = 0
  for (const [name, value] of all.slice(0, MOST_NAMES)) {
    const field = shownField(name, value)
    parts += partsOf(field.value)
    if (parts > MOST_PARTS && list.length > 0) break
    list.push(field)
  }
  return { list, left: all.length - list.length }
}

/** Most characters and lines of a replacement that are compared; longer texts are shown whole, one below the other. */
const COMPARED = 20_000
const LINES = 1000

/** `left`: arguments that are not in `list`, because there are too many. */
export type ArgumentsShown = Laid & { diff: { path: string; before: string; after: string } | null }

/** The layout of a call's arguments: a replacement as removed and added lines, others by name. Null: as they came. */
export function argumentsShown(args: string): ArgumentsShown | null {
  const laid = layOut(args)
  if (laid === null || laid.list.length === 0) return null
  const { list, left } = laid
  const found = replacementIn(args)
  const text = found === null ? '' : found.before + found.after
  if (found === null || text.length > COMPARED || text.split('\n').length > LINES) return { diff: null, list, left }
  return { diff: found, left, list: list.filter(({ name }) => !['path', 'old_text', 'new_text'].includes(name)) }
}

/** The two texts of a call that replaces one by the other; null for any other call. */
export function replacementIn(args: string): { path: string; before: string; after: string } | null {
  const { path, old_text: before, new_text: after } = parseArguments(args) ?? {}
  return typeof path === 'string' && typeof before === 'string' && typeof after === 'string'
    ? { path, before, after }
    : null
}

const depthOf = (args: string): number => measureJson(args).depth

const isShort = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200

export function parseArguments(args: string): Record<string, unknown> | null {
  // usually half-written, because it is streaming
  if (args.length > MAX_LENGTH || !args.trimEnd().endsWith('}') || excessIn(args) !== null) return null
  try {
    const value: unknown = JSON.parse(args)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    // half-written because it is streaming, or invalid JSON from the model: shown as it is
    return null
  }
}
