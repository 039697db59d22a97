/**
 * How often random or numerous cases are tried. `npm test` uses the small counts; `LONG=1` uses the large ones, for
 * `npm run test:all`. The seed of the laws changes daily and is printed: `LAWS_SEED` repeats a seed, `LAWS_RUNS` sets
 * the number of runs.
 */
const { LONG, LAWS_RUNS, LAWS_SEED } = process.env

export const isLong = LONG === '1'

/** The count of a test that has two. */
export const runs = (usual: number, long: number): number => (isLong ? long : usual)

/** The cases of a test. The `long` ones are also proved by a cheaper test: they run only with `LONG=1`. */
export const cases = <Case>(usual: readonly Case[], long: readonly Case[]): Case[] => [
  ...usual,
  ...(isLong ? long : []),
]

export const lawsRuns = Number(LAWS_RUNS ?? runs(100, 1000))

/** Milliseconds for the laws: a run takes some 70, and more than ten times that was seen at a load of 25. */
export const lawsLimit = lawsRuns * 2000

/** The same all day (UTC): 20261127. */
export const lawsSeed = Number(LAWS_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
