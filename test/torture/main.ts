import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openMachineRoom } from './machine-room.ts'
import { makePlan } from './plan.ts'
import { startProvider } from './provider.ts'
import { makeRandom } from './random.ts'
import { runScenario } from './scenario.ts'
import { startToolServer } from './tool-server.ts'

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
  folder?: string | undefined
  verbose: boolean
}
export type Report = {
  kills: number
  faults: number
  byKind: Record<string, number>
  /** How often each named failpoint took effect, by what it did. */
  points: Record<string, number>
  scenarios: number
  acts: number
  askings: number
  violations: { seed: number; sentences: string[] }[]
  seconds: number
}

const SCENARIOS_PER_PROFILE = 6
const RESULTS = fileURLToPath(new URL('../.results', import.meta.url))

export async function torture(options: Options): Promise<Report> {
  mkdirSync(RESULTS, { recursive: true })
  const byKind: Record<string, number> = {}
  const report: Report = {
    kills: 0,
    faults: 0,
    byKind,
    points: {},
    scenarios: 0,
    acts: 0,
    askings: 0,
    violations: [],
    seconds: 0,
  }
  const count = (fault: string): void => {
    if (fault === 'kill') report.kills++
    else byKind[fault] = (byKind[fault] ?? 0) + 1
  }
  let trace: string[] = []
  const begun = Date.now()
  const note = (line: string): void => {
    trace.push(`${Date.now() - begun} ${line}`)
    if (options.verbose) console.log(line)
  }
  const heard = (line: string): void => {
    const [, point, action] = /^failpoint (\S+) (\S+)$/.exec(line) ?? []
    if (action !== undefined) count(`failpoint-${action}`)
    if (action !== undefined) report.points[`${point} ${action}`] = (report.points[`${point} ${action}`] ?? 0) + 1
    note(point === undefined ? `said: ${line.slice(0, 300)}` : line)
  }
  const tools = await startToolServer()
  const provider = await startProvider(makeRandom(options.seed))
  const room = await openMachineRoom({ folder: options.folder, provider, heard })
  const faults = (): number => {
    const inside = Object.values(provider.faults).reduce((sum, n) => sum + n, 0)
    return inside + Object.values(byKind).reduce((sum, n) => sum + n, 0)
  }
  const enough = (): boolean =>
    (report.kills >= options.kills && faults() >= options.faults) || Date.now() - begun > options.minutes * 60_000

  try {
    for (const { seed, each } of seedsOf(options)) {
      if (options.only === null && enough()) break
      trace = []
      const plan = makePlan(seed, { server: tools.url, kills: each })
      const started = Date.now()
      const outcome = await runScenario(plan, { room, provider, tools, count, note }).catch((error: unknown) => ({
        violations: [`the rig itself failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`],
      }))
      report.scenarios++
      const took = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`seed ${seed}: ${took} s; so far ${report.kills} kills, ${faults()} other faults`)
      if (outcome.violations.length > 0) {
        report.violations.push({ seed, sentences: outcome.violations })
        writeFileSync(
          `${RESULTS}/torture-${seed}.json`,
          JSON.stringify({ plan, violations: outcome.violations, trace }, null, 1),
        )
        console.log(
          `VIOLATED by seed ${seed} (npm run torture -- --only ${seed} --each ${each}):\n  ${outcome.violations.join('\n  ').slice(0, 4000)}`,
        )
      }
      if (report.scenarios % SCENARIOS_PER_PROFILE === 0 || outcome.violations.length > 0 || options.only !== null)
        await room.newProfile()
    }
  } finally {
    await room.close()
    await provider.close()
    await tools.close()
  }
  for (const [kind, n] of Object.entries(provider.faults)) byKind[`provider-${kind}`] = n
  report.faults = Object.values(byKind).reduce((sum, n) => sum + n, 0)
  report.acts = tools.acts.length
  report.askings = provider.askings.length
  report.seconds = Math.round((Date.now() - begun) / 1000)
  writeFileSync(`${RESULTS}/torture.json`, `${JSON.stringify(report, null, 1)}\n`)
  return report
}

type Chosen = { seed: number; each: number }

function* seedsOf({ only, pinned, seed, each }: Options): Generator<Chosen> {
  if (only !== null) {
    for (let n = 0; n < only.times; n++) yield { seed: only.seed, each }
    return
  }
  if (pinned) yield* JSON.parse(readFileSync(new URL('seeds.json', import.meta.url), 'utf8')) as Chosen[]
  for (let next = seed; ; next++) yield { seed: next, each }
}
