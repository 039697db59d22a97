type Globals = Map<string, PropertyDescriptor>

/** All globals, without the registries that packages keep there for their copies. */
export function globals(): Globals {
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  return new Map(all.filter(([name]) => !name.startsWith('__')))
}

/** The names of all globals that were added, removed or changed since `found` was read. */
export function changedSince(found: Globals): string[] {
  const now = globals()
  return [...new Set([...found.keys(), ...now.keys()])].filter((name) => differ(found.get(name), now.get(name)))
}

/** Node creates some values at first access: until then such a value is a getter, and is not compared. */
function differ(before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after
  return 'value' in before && 'value' in after && !Object.is(before.value, after.value)
}
