/** In ms: as long as a person would wait. */
export const PATIENCE = 6000

/**
 * Sends a request without key, body or headers of ours. Its answer can’t be read, but any answer shows that a server
 * exists there.
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
