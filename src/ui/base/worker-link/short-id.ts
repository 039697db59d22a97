/**
 * The id of a command and of its message: 72 random bits in 12 characters. It is short because the last 32 ids are in
 * the head of every session, which each commit rewrites.
 */
export function shortId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
