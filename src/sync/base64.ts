/** Bytes that one call of `fromCharCode` takes; divisible by 3, so that the parts of a text fit together. */
const PART = 0x8000 - 2

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PART) text += btoa(String.fromCharCode(...bytes.subarray(at, at + PART)))
  return text
}

/** URL-safe: `-` and `_`, no `=`. */
export const base64UrlOf = (bytes: Uint8Array): string =>
  base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** null: invalid. */
export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
