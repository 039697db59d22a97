import { afterAll, expect, vi } from 'vitest'
import { changedSince, globals } from './left-globals.ts'
import { processKind } from './shared-process.ts'

/**
 * Runs before each file of the unit tests. Files that share a process have modules of their own all the same, unless those keep nothing; a file
 * that leaves a global behind, or another value in its place, fails.
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
