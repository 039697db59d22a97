import type { LlmErrorKind, LlmPart } from '../llm/port.ts'

/**
 * The parts of a request that is never resumed (a summary, a name). If it is left before its last part, the run at the
 * provider is ended, too, or it is billed to its end. The first part tells which run it is.
 */
export async function* endingRun(
  parts: AsyncIterable<LlmPart>,
  cancelRun: ((responseId: string) => Promise<void>) | null,
): AsyncGenerator<LlmPart, void> {
  let run: string | undefined
  try {
    for await (const part of parts) {
      if (part.type === 'start') run = part.responseId
      if (part.type === 'done' || (part.type === 'error' && !GOES_ON.has(part.error.kind))) run = undefined
      yield part
    }
  } finally {
    if (run !== undefined) void cancelRun?.(run)
  }
}

/** Ended on our side, which says nothing about the run. */
const GOES_ON: ReadonlySet<LlmErrorKind> = new Set(['aborted', 'timeout', 'network', 'broken-stream'])
