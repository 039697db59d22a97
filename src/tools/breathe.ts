/**
 * Lets this thread do what waits for it, the person's Stop among it, and goes on then. To be called by whatever works through material of
 * a size that nobody has bounded. Rejects with the signal's reason.
 */
export async function breathe(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve) => setTimeout(resolve))
  signal.throwIfAborted()
}

/** Characters or bytes that are worked through before anybody notices. */
const UNNOTICED = 256 * 1024

/** The same between two passes over a text, if it is long enough to be noticed. `length`: characters or bytes. */
export async function breatheBetween(length: number, signal: AbortSignal): Promise<void> {
  if (length > UNNOTICED) await breathe(signal)
}
