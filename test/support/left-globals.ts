type Globals = Map<string, PropertyDescriptor>

/** Without the registries that packages hang there for their own copies. */
export function globals(): Globals {
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  return new Map(all.filter(([name]) => !name.startsWith('__')))
}

/** The names of all that came, went or has another value since `found` was read. */
export function changedSince(found: Globals): string[] {
  const now = globals()
  return [...new Set([...found.keys(), ...now.keys()])].filter((name) => differ(found.get(name), now.get(name)))
}

/** Node makes some values when they are first asked for: until then such a value is a getter, and is not compared. */
function differ(before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after
  return 'value' in before && 'value' in after && !Object.is(before.value, after.value)
}
