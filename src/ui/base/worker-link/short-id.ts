/**
 * The id of a command, and of the message that it sends: 72 random bits in 12 characters, because the last 32 of them
 * stand in the head of every session, which each commit writes anew.
 */
export function shortId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(9))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
}
