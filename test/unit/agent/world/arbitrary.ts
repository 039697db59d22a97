import fc from 'fast-check'
import type { Config } from '../../../../src/agent/config.ts'
import { CONFIG, type Command, FALLBACK, type Mood, OPS } from './settings.ts'

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
  plan: 4,
  more: 4,
  branch: 1,
}

/** The person sends now and then and looks on: what needs many steps of the machine alone is reached. */
const LOOKING_ON: Partial<typeof WEIGHTS> = { send: 3, step: 4, go: 200, crash: 1, continue: 1 }

const arbitraryCommand = (weights: Partial<typeof WEIGHTS>): fc.Arbitrary<Command> =>
  fc.record({
    op: fc.oneof(...OPS.map((op) => ({ weight: weights[op] ?? 0, arbitrary: fc.constant(op) }))),
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
    fallback: fc.constantFrom(undefined, FALLBACK, { ...FALLBACK, after: 1 }),
  })
  .map(({ maxTurns, ...config }) => ({ ...config, limits: { ...CONFIG.limits, maxTurns } }))
const commands = (maxLength: number, weights: Partial<typeof WEIGHTS>): fc.Arbitrary<Command[]> =>
  fc.array(arbitraryCommand(weights), { maxLength, size: 'max' })
type Run = [Partial<Config>, Command[], Mood]
/** With a model of this mood; somebody looks on. */
export const arbitraryMoodyRun = (maxLength: number, moods: Mood[]): fc.Arbitrary<Run> =>
  fc.tuple(arbitraryConfig, commands(maxLength, LOOKING_ON), fc.constantFrom(...moods))
/** One in five is of a model with a mood. */
export const arbitraryRun = (maxLength: number): fc.Arbitrary<Run> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.tuple(arbitraryConfig, commands(maxLength, WEIGHTS), fc.constant<Mood>('any')) },
    { weight: 2, arbitrary: arbitraryMoodyRun(maxLength, ['no-summaries', 'too-long', 'no-room']) },
  )
