/**
 * How often what is random, or many, is tried. `npm test` takes the small counts; `LONG=1` takes the long forms, for `npm run test:all`.
 * The laws are random by the day, and print their seed: `LAWS_SEED` runs a seed again, `LAWS_RUNS` is how many runs they make.
 */
const { LONG, LAWS_RUNS, LAWS_SEED } = process.env

export const isLong = LONG === '1'

/** The count of a test that has two. */
export const runs = (usual: number, long: number): number => (isLong ? long : usual)

/** The cases of a test of which some are proved by a cheaper test, too: those run with `LONG=1` alone. */
export const cases = <Case>(usual: readonly Case[], long: readonly Case[]): Case[] => [
  ...usual,
  ...(isLong ? long : []),
]

export const lawsRuns = Number(LAWS_RUNS ?? runs(100, 1000))

/** Milliseconds for the laws: a run takes some 70, and more than ten times that was seen at a load of 25. */
export const lawsLimit = lawsRuns * 2000

/** The same all day (UTC): 20261127. */
export const lawsSeed = Number(LAWS_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
