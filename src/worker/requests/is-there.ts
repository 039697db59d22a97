/** In ms; waited for no longer than a person waits. */
export const PATIENCE = 6000

/**
 * A request without key, body or header of ours, whose answer nobody may read: that there is one tells that a server is
 * there.
 */
export async function isThere(url: string): Promise<boolean> {
  try {
    await fetch(new URL(url).origin, {
      mode: 'no-cors',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(PATIENCE),
    })
    return true
  } catch {
    return false // what was asked: there is nothing
  }
}
