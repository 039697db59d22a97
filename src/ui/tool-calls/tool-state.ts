import type { ToolCall, ToolResult } from '../../agent/message.ts'
import { SKIPPED } from '../../agent/words.ts'

/** DESIGN 12's words for the state of a tool call. */
export type ToolState =
  | 'Waiting'
  | 'Needs approval'
  | 'Running'
  | 'Done'
  | 'Error'
  | 'Denied'
  | 'Stopped'
  | 'Unknown outcome'
  | 'Skipped, outcome unknown'

export function toolState(call: Pick<ToolCall, 'status' | 'started' | 'result'>): ToolState {
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
      return closedState(call.result)
  }
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
  return parsed ? JSON.stringify(parsed, null, 2) : args
}

const isShort = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 200

function parseArguments(args: string): Record<string, unknown> | null {
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
