/** Replaces a value that was cut off. */
const CUT = '[nested too deeply]'

type Container = Record<string, unknown> | unknown[]

/** A copy of JSON with lists and objects deeper than `most` levels replaced by a text. No recursion. */
export function pruned(value: unknown, most: number): unknown {
  const waiting: { from: object; to: Container; depth: number }[] = []
  const copy = (inner: unknown, depth: number): unknown => {
    if (typeof inner !== 'object' || inner === null) return inner
    if (depth === most) return CUT
    const to: Container = Array.isArray(inner) ? [] : {}
    waiting.push({ from: inner, to, depth })
    return to
  }
  const whole = copy(value, 0)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, to, depth } = next
    if (Array.isArray(to)) for (const item of from as unknown[]) to.push(copy(item, depth + 1))
    else for (const [name, field] of Object.entries(from)) setField(to, name, copy(field, depth + 1))
  }
  return whole
}

/** Sets a field, even one named `__proto__`. */
export function setField(object: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') object[name] = value
  else Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
}
