import type { ToolCall, ToolResult } from '../../../agent/message.ts'
import { SKIPPED } from '../../../agent/words.ts'

/** Words for the state of a tool call; tests and screen readers rely on them. */
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

/**
 * State of a `read_file` that shows no words: it could not be read, unless the model was given the picture, PDF or
 * recording itself.
 */
function notRead({ name, result }: Pick<ToolCall, 'name' | 'result'>): ToolState | null {
  if (name !== 'read_file' || result?.kind !== 'ok' || result.content.some(({ type }) => type !== 'text')) return null
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
      // a skipped question or wait has no effect that could be unknown; only the text of the result tells them apart
      return result.content.some((block) => block.type === 'text' && block.text === SKIPPED)
        ? 'Skipped, outcome unknown'
        : 'Stopped'
    case 'error':
    case 'cut-off':
    case undefined:
      return 'Error'
  }
}
