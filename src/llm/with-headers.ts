/** Sends these headers with every request. */
export function withHeaders(
  fetch: typeof globalThis.fetch,
  extra: Record<string, string> | undefined,
): typeof globalThis.fetch {
  if (extra === undefined || Object.keys(extra).length === 0) return fetch
  return (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined))
    for (const [name, value] of Object.entries(extra)) headers.set(name, value)
    return fetch(input, { ...init, headers })
  }
}
