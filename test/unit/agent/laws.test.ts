import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lawsLimit, lawsRuns, lawsSeed } from '../../support/runs.ts'
import { arbitraryRun } from './world/arbitrary.ts'
import { World } from './world/world.ts'

/** A failure prints the shrunk run's log and its seed. */
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
      seed: lawsSeed,
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

const report = (what: string, told: Record<string, number>): void =>
  console.info(`${what}, LAWS_SEED=${lawsSeed}:`, JSON.stringify(told))

describe('laws of the mind, for random runs with crashes', () => {
  it('hold for every input there is', { timeout: lawsLimit }, () => {
    const told = search(false, lawsRuns)
    report('laws', told)
    expect(told['crashes']).toBeGreaterThan(lawsRuns / 2)
  })
  it('and the machine decides what the executable model decides', { timeout: lawsLimit }, () => {
    const told = search(true, lawsRuns)
    report('lockstep', told)
    expect(told['commands']).toBeGreaterThan(lawsRuns * 10)
  })
})
