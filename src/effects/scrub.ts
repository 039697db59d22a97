/**
 * Removes every known secret from a text before it becomes an input or a log line: plain, URL-encoded, JSON-escaped,
 * and in base64 (plain, URL-safe, and as the value of basic authentication at any offset). Secrets shorter than 4
 * characters stay: removing them would blank out ordinary words.
 */
export function scrub(text: string, secrets: readonly string[]): string {
  const forms = [...new Set(secrets.filter((secret) => secret.length >= 4).flatMap(formsOf))]
  // longest first: a short form may be part of a longer form
  forms.sort((a, b) => b.length - a.length)
  return forms.reduce((clean, form) => clean.replaceAll(form, '[secret]'), text)
}

/** The ways in which a secret may be written, as text. */
export function formsOf(secret: string): string[] {
  const plain = [secret, encodeURIComponent(secret), encodeURI(secret), JSON.stringify(secret).slice(1, -1)]
  const bytes = new TextEncoder().encode(secret)
  const coded = [0, 1, 2].flatMap((offset) => base64Core(bytes, offset))
  return [...plain, ...coded.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])]
}

/** The base64 characters of `…secret…` that depend on the secret alone, when `offset` bytes (mod 3) precede it. */
function base64Core(bytes: Uint8Array, offset: number): string[] {
  const padded = String.fromCharCode(...new Uint8Array(offset), ...bytes)
  const from = Math.ceil((offset * 8) / 6)
  const to = Math.floor((padded.length * 8) / 6)
  const core = btoa(padded).slice(from, to)
  return core.length >= 8 ? [core] : []
}
