import { excessIn } from '../json/bounds.ts'
import { measureJson } from '../json/measure.ts'
import { partsOf, type ShownField, shownField } from './shown-values.ts'

/** Nested more deeply, arguments are shown as they came. */
const MAX_DEPTH = 50
/** Characters; longer arguments are not taken apart. */
const MAX_LENGTH = 2_000_000

/** Arguments that tell a call from its neighbours, the first of them that it has. */
export const TELLING: readonly string[] = ['path', 'from', 'url', 'query', 'pattern', 'name', 'question']

/**
 * The one argument that tells a call from its neighbours: shown beside the name. Empty when the arguments are not an
 * object.
 */
export function mainArgument(args: string): string {
  const parsed = parseArguments(args)
  if (!parsed) return ''
  const telling = TELLING.find((key) => Object.hasOwn(parsed, key))
  // an empty or endless path is shown as such: another argument in its place would pass for it
  const chosen = telling === undefined ? Object.values(parsed).find(isShort) : parsed[telling]
  return typeof chosen === 'string' ? chosen.slice(0, 200) : ''
}

/** Arguments as they are read by people: one line each where they are an object, else as they came. */
export function prettyArguments(args: string): string {
  const parsed = parseArguments(args)
  try {
    // indented, what is nested deeply grows with the square of its depth
    return parsed && depthOf(args) <= MAX_DEPTH ? JSON.stringify(parsed, null, 2) : args
  } catch {
    return args
  }
}

/**
 * Arguments that are laid out, and values that all of them may have together: each is an element of the page, or
 * several.
 */
const MOST_NAMES = 100
const MOST_PARTS = 600

type Laid = { list: ShownField[]; left: number }

/**
 * The first arguments of a call one by one, in their order; null where they are no object, or are not to be taken
 * apart.
 */
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

/** Characters and lines of a replacement that are compared; longer ones stand one below the other, whole. */
const COMPARED = 20_000
const LINES = 1000

/** `left`: arguments that are not in `list`, since there are too many. */
export type ArgumentsShown = Laid & { diff: { path: string; before: string; after: string } | null }

/**
 * How the arguments of a call are laid out: a replacement as what goes and what comes, the others by name. Null: as
 * they came.
 */
export function argumentsShown(args: string): ArgumentsShown | null {
  const laid = layOut(args)
  if (laid === null || laid.list.length === 0) return null
  const { list, left } = laid
  const found = replacementIn(args)
  const text = found === null ? '' : found.before + found.after
  if (found === null || text.length > COMPARED || text.split('\n').length > LINES) return { diff: null, list, left }
  return { diff: found, left, list: list.filter(({ name }) => !['path', 'old_text', 'new_text'].includes(name)) }
}

/** The two texts of a call that puts one in the place of the other; null for any other call. */
export function replacementIn(args: string): { path: string; before: string; after: string } | null {
  const { path, old_text: before, new_text: after } = parseArguments(args) ?? {}
  return typeof path === 'string' && typeof before === 'string' && typeof after === 'string'
    ? { path, before, after }
    : null
}

const depthOf = (args: string): number => measureJson(args).depth

const isShort = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200

export function parseArguments(args: string): Record<string, unknown> | null {
  // half-written while it streams, most often
  if (args.length > MAX_LENGTH || !args.trimEnd().endsWith('}') || excessIn(args) !== null) return null
  try {
    const value: unknown = JSON.parse(args)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    // half-written while it streams, or what a model calls JSON: shown as it is
    return null
  }
}
