import type { ToolCall, ToolResult } from '../../agent/message.ts'
import { SKIPPED } from '../../agent/words.ts'

/** The words for the state of a tool call; tests and screen readers rely on them. */
export type ToolState =
  | 'Waiting'
  | 'Needs approval'
  | 'Running'
  | 'Done'
  | 'Not read: an image'
  | 'Not read: no text'
  | 'Error'
  | 'Denied'
  | 'Stopped'
  | 'Unknown outcome'
  | 'Skipped, outcome unknown'

export function toolState(call: Pick<ToolCall, 'name' | 'status' | 'started' | 'result'>): ToolState {
  switch (call.status) {
    case 'announced':
    case 'waiting':
    case 'asking':
      return 'Waiting'
    case 'pending':
      return 'Needs approval'
    case 'ready':
      return call.started ? 'Running' : 'Waiting'
    case 'unknown':
      return 'Unknown outcome'
    case 'closed':
      return notRead(call) ?? closedState(call.result)
  }
}

/** What `read_file` shows in place of words is what it could not read. */
function notRead({ name, result }: Pick<ToolCall, 'name' | 'result'>): ToolState | null {
  if (name !== 'read_file' || result?.kind !== 'ok') return null
  const shape = result.details?.shape
  return shape === 'image' ? 'Not read: an image' : shape === 'file' ? 'Not read: no text' : null
}

function closedState(result: ToolResult | null): ToolState {
  switch (result?.kind) {
    case 'ok':
    case 'reported':
      return 'Done'
    case 'denied':
      return 'Denied'
    case 'aborted':
      return 'Stopped'
    case 'skipped':
      // a question or a wait that is skipped has no effect to wonder about; only the words tell them apart
      return result.content.some((block) => block.type === 'text' && block.text === SKIPPED)
        ? 'Skipped, outcome unknown'
        : 'Stopped'
    case 'error':
    case 'cut-off':
    case undefined:
      return 'Error'
  }
}

/** Nested more deeply, arguments are shown as they came. */
const MAX_DEPTH = 50
/** Characters; longer arguments are not taken apart. */
const MAX_LENGTH = 2_000_000

/** The one argument that tells a call from its neighbours: shown beside the name. Empty when the arguments are not an object. */
export function mainArgument(args: string): string {
  const parsed = parseArguments(args)
  if (!parsed) return ''
  const telling = ['path', 'from', 'url', 'query', 'pattern', 'name', 'question'].find((key) =>
    Object.hasOwn(parsed, key),
  )
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

/** Characters of arguments that are laid out where nobody has to decide about them. */
const SHOWN = 100_000

/** The same, cut where it is endless. */
export function shownArguments(args: string): string {
  const all = prettyArguments(args)
  return all.length > SHOWN ? `${all.slice(0, SHOWN)}\n… ${all.length - SHOWN} more characters` : all
}

/** Brackets that are open at once; those in strings count too, which only costs the line breaks. */
function depthOf(args: string): number {
  let depth = 0
  let deepest = 0
  for (const [sign] of args.matchAll(/[[\]{}]/g)) {
    depth += sign === '[' || sign === '{' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

const isShort = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200

function parseArguments(args: string): Record<string, unknown> | null {
  // half-written while it streams, most often
  if (args.length > MAX_LENGTH || !args.trimEnd().endsWith('}')) return null
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
