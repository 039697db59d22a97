/** Any value that IndexedDB can hold as JSON text, for rows that must be kept whatever they are. */

/**
 * JSON text without line breaks. Values that JSON lacks become `{"$bytes": base64}`, `{"$date": ms}`, `{"$text": …}`,
 * `{"$entries": […]}`; values that cannot be written at all (keys, handles) become their name. Rows of plain data
 * become plain JSON. Never throws.
 */
export function asJson(value: unknown): string {
  try {
    return JSON.stringify(value, replace) ?? 'null'
  } catch (error) {
    // a cycle, which a stored row may hold
    return JSON.stringify({ $text: `Not written: ${String(error).split('\n')[0]}` })
  }
}

function replace(this: unknown, key: string, value: unknown): unknown {
  // by now a date has turned itself into text
  const held = (this as Record<string, unknown>)[key]
  if (held instanceof Date) return { $date: held.getTime() }
  if (typeof value === 'bigint' || typeof value === 'symbol') return { $text: String(value) }
  if (typeof value === 'number' && !Number.isFinite(value)) return { $text: String(value) }
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof ArrayBuffer) return { $bytes: base64(new Uint8Array(value)) }
  if (ArrayBuffer.isView(value))
    return { $bytes: base64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
  if (value instanceof Map || value instanceof Set) return { $entries: [...value] }
  if (value instanceof Error) return { $text: String(value) }
  const plain = Array.isArray(value) || [Object.prototype, null].includes(Object.getPrototypeOf(value))
  return plain ? value : { $text: Object.prototype.toString.call(value) }
}

const STEP = 0x2000

function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += STEP) text += String.fromCharCode(...bytes.subarray(at, at + STEP))
  return btoa(text)
}
