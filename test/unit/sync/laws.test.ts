import { describe, expect, it } from 'vitest'
import { search } from '../../support/model/sync/run.ts'
import { lawsLimit, lawsRuns, lawsSeed } from '../../support/runs.ts'
import { follow } from './lockstep.ts'

const report = (what: string, stats: Record<string, number>): void =>
  console.info(`${what}, LAWS_SEED=${lawsSeed}:`, JSON.stringify(stats))

/** What the random runs must reach. */
const MET = [
  'once acts',
  'take segments',
  'forks',
  'late appends',
  'late results',
  'said again',
  'newer versions met',
  'stretches read',
]

describe('laws of the log that devices share, for random runs with faults', () => {
  it('hold for the specification', { timeout: lawsLimit }, () => {
    const { failure, stats } = search({ runs: lawsRuns, seed: lawsSeed, steps: 400, met: MET })
    report('laws of the log', stats)
    expect(failure).toBeNull()
    for (const met of MET) expect(stats[met] ?? 0, met).toBeGreaterThan(0)
  })
  it('and the product decides what the specification decides', { timeout: lawsLimit }, () => {
    const { failure, stats } = search({ runs: lawsRuns, seed: lawsSeed + 1, steps: 400 }, follow)
    report('lockstep of the log', stats)
    expect(failure).toBeNull()
    expect(stats['runs']).toBe(lawsRuns)
  })
  it('hold in long runs', { timeout: lawsLimit }, () => {
    const { failure } = search({ runs: Math.ceil(lawsRuns / 100), seed: lawsSeed + 2, steps: 3000 }, follow)
    expect(failure).toBeNull()
  })
})
