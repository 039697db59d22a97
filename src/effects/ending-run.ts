import type { LlmErrorKind, LlmPart } from '../llm/port.ts'

/**
 * The parts of an asking to which nobody comes back (a summary, a name): where it is left before its last word, what goes on at the provider is
 * ended there, too, or it is paid for to its end. Which run that is, is known from its first part on.
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

/** Here it has ended; of the run that says nothing. */
const GOES_ON: ReadonlySet<LlmErrorKind> = new Set(['aborted', 'timeout', 'network', 'broken-stream'])
