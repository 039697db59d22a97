/**
 * Lets this thread do what waits for it, the person's Stop among it, and goes on then. To be called by whatever works through material of
 * a size that nobody has bounded. Rejects with the signal's reason.
 */
export async function breathe(signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  await new Promise<void>((resolve) => setTimeout(resolve))
  signal.throwIfAborted()
}
