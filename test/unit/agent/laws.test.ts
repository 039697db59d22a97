import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arbitraryRun } from './world/arbitrary.ts'
import { World } from './world/world.ts'

/** `LAWS_RUNS` and `LAWS_SEED` make the long run (`npm run test:laws`). A failure prints the shrunk run's log and its seed. */
const RUNS = Number(process.env['LAWS_RUNS'] ?? 300)
const SEED = Number(process.env['LAWS_SEED'] ?? 20_261_121)

const search = (lockstep: boolean, runs: number): Record<string, number> => {
  const told = { runs: 0, commands: 0, inputs: 0, crashes: 0 }
  let log: readonly string[] = []
  fc.assert(
    fc.property(arbitraryRun(160), ([config, commands, mood]) => {
      const world = new World(config, { lockstep, mood })
      log = world.log
      told.runs++
      try {
        for (const command of commands) {
          world.run(command)
          told.commands++
        }
        world.finish()
      } finally {
        told.crashes += world.crashes
        told.inputs += world.disk.journal.length
      }
    }),
    {
      numRuns: runs,
      seed: SEED,
      endOnFailure: false,
      reporter: (details) => {
        if (details.failed)
          throw new Error(
            `seed ${details.seed}, ${details.numRuns} runs, ${details.numShrinks} shrinks\n${log.slice(-60).join('\n')}\n${details.errorInstance}`,
          )
      },
    },
  )
  return told
}

/** Only the long run tells its numbers. */
const report = (what: string, told: Record<string, number>): void => {
  if (process.env['LAWS_RUNS']) console.info(what, JSON.stringify(told))
}

describe('laws of the mind, for random runs with crashes', () => {
  it('hold for every input there is', { timeout: 3_600_000 }, () => {
    const told = search(false, RUNS)
    report('laws', told)
    expect(told['crashes']).toBeGreaterThan(RUNS / 2)
  })
  it('and the machine decides what the executable model decides', { timeout: 3_600_000 }, () => {
    const told = search(true, RUNS)
    report('lockstep', told)
    expect(told['commands']).toBeGreaterThan(RUNS * 10)
  })
})
