import { afterAll, expect, vi } from 'vitest'
import { processKind } from './shared-process.ts'

/**
 * Runs before each file of the unit tests. Files that share a process have modules of their own all the same, unless those keep nothing; a file
 * that leaves a global behind, or another one in its place, fails.
 */
const kind = processKind(expect.getState().testPath ?? '')
if (kind !== 'stateless') vi.resetModules()
const found = globals()

afterAll(() => {
  if (kind === 'alone') return
  vi.restoreAllMocks()
  const now = globals()
  const changed = [...new Set([...found.keys(), ...now.keys()])].filter((name) =>
    differ(found.get(name), now.get(name)),
  )
  if (changed.length > 0) throw new Error(`This file leaves other globals behind: ${changed.join(', ')}`)
})

/** Without the registries that packages hang there for their own copies. */
function globals(): Map<string, PropertyDescriptor> {
  const all = Object.entries(Object.getOwnPropertyDescriptors(globalThis))
  return new Map(all.filter(([name]) => !name.startsWith('__')))
}

/** What Node makes when it is first asked for is a getter until then, and is not compared. */
function differ(before: PropertyDescriptor | undefined, after: PropertyDescriptor | undefined): boolean {
  if (before === undefined || after === undefined) return before !== after
  return 'value' in before && 'value' in after && !Object.is(before.value, after.value)
}
