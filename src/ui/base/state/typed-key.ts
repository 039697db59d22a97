/** A key as the person typed it. '' is not sent: a stored one stays. */
export function typedKey(text: string): { key?: string } {
  const key = text.trim()
  return key === '' ? {} : { key }
}
