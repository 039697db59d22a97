/** A value of plain data whose strings have no halves of characters (lone surrogates) in them: providers refuse those, each time anew. */
export function wellFormed<Value>(value: Value): Value {
  const visit = (inner: unknown): unknown => {
    if (typeof inner === 'string') return inner.replace(/\p{Surrogate}/gu, '\ufffd')
    if (Array.isArray(inner)) return inner.map(visit)
    if (typeof inner !== 'object' || inner === null || inner instanceof AbortSignal) return inner
    return Object.fromEntries(Object.entries(inner).map(([name, field]) => [name, visit(field)]))
  }
  return visit(value) as Value
}
