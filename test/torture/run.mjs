#!/usr/bin/env node
/**
 * `npm run torture -- [--kills N] [--faults M] [--seed S] [--minutes L] [--each K] [--only SEED [--times T]] [--points
 * NAME,NAME] [--lanes N] [--short] [--site FOLDER] [--tally] [--verbose]` `--points`: crashes of the worker at these
 * failpoints alone, for what is passed too seldom otherwise. `--tally` adds the run to `tally.json`, which sums what
 * one build has survived. The rig is TypeScript and shares the product's own transition; Vite's runner loads it into
 * Node.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { runnerImport } from 'vite'

const { values } = parseArgs({
  options: {
    kills: { type: 'string' },
    faults: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    each: { type: 'string' },
    only: { type: 'string' },
    times: { type: 'string', default: '1' },
    points: { type: 'string' },
    lanes: { type: 'string' },
    short: { type: 'boolean', default: false },
    site: { type: 'string' },
    tally: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})
// Playwright closes the browser at these signals, but leaves the process alive
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130))

const short = values.short
// the short form is the same each time; a long one looks where nobody has looked
const seed = Number(values.seed ?? (short ? 2 : Math.floor(Math.random() * 1_000_000)))

/** @param {URL} url */
const load = async (url) =>
  runnerImport(fileURLToPath(url), {
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    define: { __FAILPOINTS__: 'true' },
  })
const { torture } = /** @type {typeof import('./main.ts')} */ ((await load(new URL('main.ts', import.meta.url))).module)
const { readTally, sumOf } = /** @type {typeof import('./tally.ts')} */ (
  (await load(new URL('tally.ts', import.meta.url))).module
)
const { FAILPOINTS } = /** @type {typeof import('../../src/storage/failpoint.ts')} */ (
  (await load(new URL('../../src/storage/failpoint.ts', import.meta.url))).module
)
/** @param {string | undefined} names */
function pointsOf(names) {
  const wanted = names?.split(',')
  const unknown = wanted?.find((name) => !FAILPOINTS.some((point) => point === name))
  if (unknown !== undefined) throw new Error(`There is no failpoint ${unknown}.`)
  return wanted === undefined ? undefined : FAILPOINTS.filter((point) => wanted.includes(point))
}
const tally = values.tally ? fileURLToPath(new URL('tally.json', import.meta.url)) : null
const report = await torture({
  kills: Number(values.kills ?? (short ? 25 : 50)),
  faults: Number(values.faults ?? (short ? 100 : 0)),
  seed,
  minutes: Number(values.minutes ?? 600),
  each: Number(values.each ?? (short ? 4 : 12)),
  only: values.only === undefined ? null : { seed: Number(values.only), times: Number(values.times) },
  points: pointsOf(values.points),
  pinned: values.points === undefined,
  // two cores, and a life is more waiting than work
  lanes: Number(values.lanes ?? (values.only === undefined ? 2 : 1)),
  folder: values.site,
  tally,
  verbose: values.verbose,
})

/** @param {Record<string, number>} counts */
const table = (counts) =>
  Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name.padEnd(40)} ${count}`)
    .join('\n')
console.log(`\n${table(report.killsAt)}\n\n${table(report.byKind)}\n\n${table(report.points)}`)
console.log(
  `\n${report.kills} kills and ${report.faults} other faults in ${report.scenarios} scenarios, ${report.seconds} s; ` +
    `${report.takeovers.length} takeovers from frozen tabs, the slowest after ${Math.max(0, ...report.takeovers)} ms; ${report.askings} askings, ${report.summaries} summaries asked for, ${report.acts} outside acts; ` +
    `first seed ${seed}; ${report.violations.length} scenarios with violations`,
)
const total = tally === null ? null : readTally(tally)
if (total !== null) console.log(`\n${sumOf(total)}`)
process.exitCode = report.violations.length === 0 ? 0 : 1
