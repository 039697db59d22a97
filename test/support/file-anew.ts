import { afterAll, expect, vi } from 'vitest'
import { changedSince, globals } from './left-globals.ts'
import { processKind } from './shared-process.ts'

/**
 * Runs before each file of the unit tests. Files that share a process still get separate modules, unless the modules
 * keep no state; a file that leaves a changed or new global behind fails.
 */
const kind = processKind(expect.getState().testPath ?? '')
if (kind !== 'stateless') vi.resetModules()
const found = globals()

afterAll(() => {
  if (kind === 'alone') return
  vi.restoreAllMocks()
  const changed = changedSince(found)
  if (changed.length > 0) throw new Error(`This file leaves other globals behind: ${changed.join(', ')}`)
})
