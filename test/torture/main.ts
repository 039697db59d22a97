import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { FailpointName } from '../../src/storage/failpoint.ts'
import { copyOfBuild } from '../support/built-site.ts'
import { openBench, RESULTS } from './bench.ts'
import { fingerprint, readTally, sittingOf, withSitting, writeTally } from './tally.ts'

/** `npm run torture`: scenarios until enough kills and faults have been survived, or the time is over. */
export type Options = {
  kills: number
  faults: number
  /** The first scenario's; the others follow. */
  seed: number
  minutes: number
  /** Kills in one scenario; with the seed it makes the plan. */
  each: number
  /** Runs this one scenario alone, so often. */
  only: { seed: number; times: number } | null
  /** Seeds that once failed run first. */
  pinned: boolean
  /** Crashes at these failpoints alone, and at more of them. */
  points?: readonly FailpointName[] | undefined
  /** Scenarios side by side, each with a browser, a provider and a tool server of its own. */
  lanes: number
  folder?: string | undefined
  /** The file in which this run is added to the others on the same build. */
  tally: string | null
  verbose: boolean
}
export type Report = {
  kills: number
  /**
   * By the moment: in the middle of a life, while the product starts, of an outside act, of a request, of the
   * database's first making.
   */
  killsAt: Record<string, number>
  faults: number
  byKind: Record<string, number>
  /** How often each named failpoint took effect, by what it did. */
  points: Record<string, number>
  /** How long frozen writers' work waited for another tab, ms each. */
  takeovers: number[]
  scenarios: number
  acts: number
  askings: number
  summaries: number
  violations: { seed: number; sentences: string[] }[]
  firstSeed: number
  seconds: number
}

export async function torture(options: Options): Promise<Report> {
  mkdirSync(RESULTS, { recursive: true })
  const begun = Date.now()
  const report: Report = {
    kills: 0,
    killsAt: {},
    faults: 0,
    byKind: {},
    points: {},
    takeovers: [],
    scenarios: 0,
    acts: 0,
    askings: 0,
    summaries: 0,
    violations: [],
    firstSeed: options.only?.seed ?? options.seed,
    seconds: 0,
  }
  const build = options.tally === null ? null : copyOfBuild('dist-test')
  const print = build === null ? '' : fingerprint(build.folder)
  // what was reached counts, whatever becomes of this process
  const keep = (): void => {
    report.seconds = Math.round((Date.now() - begun) / 1000)
    writeFileSync(`${RESULTS}/torture.json`, `${JSON.stringify(report, null, 1)}\n`)
    if (options.tally !== null)
      writeTally(
        options.tally,
        withSitting(readTally(options.tally), print, sittingOf(report, new Date(begun).toISOString())),
      )
  }
  // before the first kill: a tally of another build is refused now, not after hours
  keep()
  const enough = (): boolean =>
    options.only === null &&
    ((report.kills >= options.kills && report.faults >= options.faults) || report.seconds > options.minutes * 60)
  const seeds = seedsOf(options)
  const lane = async (): Promise<void> => {
    const bench = await openBench(options, report)
    try {
      for (let next = seeds.next(); !next.done && !enough(); next = seeds.next()) {
        await bench.run(next.value)
        keep()
      }
    } finally {
      await bench.close()
    }
  }
  await Promise.all(Array.from({ length: options.lanes }, lane))
  keep()
  build?.remove()
  return report
}

export type Chosen = { seed: number; each: number }

function* seedsOf({ only, pinned, seed, each }: Options): Generator<Chosen> {
  if (only !== null) {
    for (let n = 0; n < only.times; n++) yield { seed: only.seed, each }
    return
  }
  if (pinned) yield* JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as Chosen[]
  for (let next = seed; ; next++) yield { seed: next, each }
}
