import { finish } from './finish.ts'
import { step } from './schedule.ts'
import { Broken, type Rule } from './types.ts'
import { makeWorld, type World } from './world.ts'

type Search = {
  runs: number
  seed: number
  steps: number
  broken?: Rule | null
  /** What must have been met: some seeds of a day meet a rare thing only after more runs. */
  met?: readonly string[]
}
/** So many times the runs, at most. */
const MORE = 20

/**
 * Runs random schedules until a law fails. Returns its message with the seed of that run, or null; `stats` counts what
 * happened.
 */
export const search = (
  { runs, seed, steps, broken = null, met = [] }: Search,
  follow: (world: World) => void = () => {},
): { failure: string | null; stats: Record<string, number> } => {
  const stats: Record<string, number> = { runs: 0, steps: 0 }
  const add = (what: string, n: number): void => {
    stats[what] = (stats[what] ?? 0) + n
  }
  const isMet = (): boolean => met.every((what) => stats[what] !== undefined)
  for (let run = 0; run < runs || (run < runs * MORE && !isMet()); run++) {
    const world = makeWorld(seed * 1_000_003 + run, broken)
    follow(world)
    try {
      for (let n = 0; n < steps; n++) step(world, true)
      finish(world)
    } catch (error) {
      if (!(error instanceof Broken)) throw error
      return { failure: `run ${run} of seed ${seed}: ${error.message}`, stats }
    }
    add('runs', 1)
    add('steps', steps)
    for (const [what, n] of Object.entries(world.stats)) add(what, n)
  }
  return { failure: null, stats }
}
