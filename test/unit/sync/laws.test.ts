import { describe, expect, it } from 'vitest'
import { search } from '../../support/model/sync/run.ts'
import { follow } from './lockstep.ts'

/** `LAWS_RUNS` and `LAWS_SEED` make the long run (`npm run test:laws`); it tells its numbers. */
const RUNS = Number(process.env['LAWS_RUNS'] ?? 300)
const SEED = Number(process.env['LAWS_SEED'] ?? 1)

const report = (what: string, stats: Record<string, number>): void => {
  if (process.env['LAWS_RUNS']) console.info(what, JSON.stringify(stats))
}

describe('laws of the log that devices share, for random runs with faults', () => {
  it('hold for the specification', { timeout: 3_600_000 }, () => {
    const { failure, stats } = search({ runs: RUNS, seed: SEED, steps: 400 })
    report('laws of the log', stats)
    expect(failure).toBeNull()
    for (const met of [
      'once acts',
      'take segments',
      'forks',
      'late appends',
      'late results',
      'said again',
      'newer versions met',
      'stretches read',
    ])
      expect(stats[met], met).toBeGreaterThan(0)
  })
  it('and the product decides what the specification decides', { timeout: 3_600_000 }, () => {
    const { failure, stats } = search({ runs: RUNS, seed: SEED + 1, steps: 400 }, follow)
    report('lockstep of the log', stats)
    expect(failure).toBeNull()
    expect(stats['runs']).toBe(RUNS)
  })
  it('hold in long runs', { timeout: 3_600_000 }, () => {
    const { failure } = search({ runs: Math.ceil(RUNS / 100), seed: SEED + 2, steps: 3000 }, follow)
    expect(failure).toBeNull()
  })
})
