import fc from 'fast-check'
import type { Config } from '../../../../src/agent/config.ts'
import { CONFIG, type Command, OPS } from './settings.ts'

const WEIGHTS: Record<(typeof OPS)[number], number> = {
  send: 18,
  cancel: 1,
  abort: 2,
  retry: 3,
  decide: 12,
  settle: 5,
  continue: 2,
  configure: 2,
  step: 15,
  go: 70,
  advance: 8,
  flush: 8,
  crash: 3,
  clock: 2,
  nonsense: 5,
  replay: 3,
  history: 6,
  more: 4,
  branch: 1,
}

const arbitraryCommand: fc.Arbitrary<Command> = fc.record({
  op: fc.oneof(...OPS.map((op) => ({ weight: WEIGHTS[op], arbitrary: fc.constant(op) }))),
  a: fc.noBias(fc.nat(47)),
  b: fc.noBias(fc.nat(23)),
  c: fc.noBias(fc.nat(23)),
})
const mode = fc.constantFrom('one' as const, 'all' as const)
const arbitraryConfig: fc.Arbitrary<Partial<Config>> = fc
  .record({
    maxTurns: fc.integer({ min: 1, max: 12 }),
    compressAbove: fc.integer({ min: 2, max: 40 }),
    steerMode: mode,
    followUpMode: mode,
  })
  .map(({ maxTurns, ...config }) => ({ ...config, limits: { ...CONFIG.limits, maxTurns } }))
export const arbitraryRun = (maxLength: number): fc.Arbitrary<[Partial<Config>, Command[]]> =>
  fc.tuple(arbitraryConfig, fc.array(arbitraryCommand, { maxLength, size: 'max' }))
