import { setField } from './pruned.ts'

/** Walks over plain data of any depth. */

type Container = Record<string, unknown> | unknown[]

/**
 * A copy of plain data with every string changed, at any depth, without recursion. `changeName` changes field names
 * (absent: they stay). `keeps`: objects to keep uncopied.
 */
export function mapStrings<Value>(
  value: Value,
  change: (text: string) => string,
  { changeName, keeps }: { changeName?: (name: string) => string; keeps?: (value: object) => boolean } = {},
): Value {
  const waiting: { from: object; to: Container }[] = []
  const mapped = (inner: unknown): unknown => {
    if (typeof inner === 'string') return change(inner)
    if (typeof inner !== 'object' || inner === null || keeps?.(inner) === true) return inner
    const to: Container = Array.isArray(inner) ? [] : {}
    waiting.push({ from: inner, to })
    return to
  }
  const whole = mapped(value)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, to } = next
    if (Array.isArray(to)) for (const item of from as unknown[]) to.push(mapped(item))
    else for (const [name, field] of Object.entries(from)) setField(to, changeName?.(name) ?? name, mapped(field))
  }
  return whole as Value
}

/** Whether a value is JSON as `JSON.parse` makes it, at any depth. */
export function isJson(value: unknown): boolean {
  const waiting = [value]
  while (waiting.length > 0) {
    const next = waiting.pop()
    if (typeof next === 'number') {
      if (!Number.isFinite(next)) return false
    } else if (Array.isArray(next)) for (const item of next) waiting.push(item)
    else if (typeof next === 'object' && next !== null) {
      const kind: unknown = Object.getPrototypeOf(next)
      if (kind !== Object.prototype && kind !== null) return false
      for (const item of Object.values(next)) waiting.push(item)
    } else if (next !== null && typeof next !== 'string' && typeof next !== 'boolean') return false
  }
  return true
}

/** Whether lists and objects in a value nest deeper than `most`. */
export function nestsDeeper(value: unknown, most: number): boolean {
  let level = [value]
  for (let depth = 0; level.length > 0; depth++) {
    const next: unknown[] = []
    for (const inner of level) {
      if (typeof inner !== 'object' || inner === null) continue
      if (depth === most) return true
      for (const item of Array.isArray(inner) ? inner : Object.values(inner)) next.push(item)
    }
    level = next
  }
  return false
}
