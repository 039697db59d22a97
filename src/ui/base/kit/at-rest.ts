/**
 * Resolves when the page has been loaded, `least` ms have passed since, and its thread has nothing to do. At most
 * `most` ms later: a page that is never at rest needs it too.
 */
export async function atRest(least: number, most = 10_000): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  await new Promise((resolve) => setTimeout(resolve, least))
  // Safari has no idle moments
  const idle = globalThis.requestIdleCallback
  if (idle) await new Promise((resolve) => idle(resolve, { timeout: most }))
}
