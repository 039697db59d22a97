/**
 * Lets waiting tasks of this thread run, such as the person's Stop, then continues. Call it in any work of unbounded
 * size. Rejects with the signal's reason.
 */
export async function breathe(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve) => setTimeout(resolve))
  signal.throwIfAborted()
}

/** Characters or bytes that take too little time to notice. */
const UNNOTICED = 256 * 1024

/** The same between two passes over a text that is long enough to notice. `length`: characters or bytes. */
export async function breatheBetween(length: number, signal: AbortSignal): Promise<void> {
  if (length > UNNOTICED) await breathe(signal)
}
