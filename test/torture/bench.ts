import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openMachineRoom } from './machine-room.ts'
import type { Chosen, Options, Report } from './main.ts'
import { makePlan } from './plan.ts'
import { startProvider } from './provider.ts'
import { makeRandom } from './random.ts'
import { type Outcome, runScenario } from './scenario.ts'
import { startToolServer } from './tool-server.ts'

/** One browser with its outside world, in which scenarios run one after the other and are added to the report. */
export type Bench = { run: (chosen: Chosen) => Promise<void>; close: () => Promise<void> }

export const RESULTS = fileURLToPath(new URL('../.results', import.meta.url))
const SCENARIOS_PER_PROFILE = 6
/** A scenario takes two or three minutes on a busy machine. */
const LONGEST = 15 * 60_000

export async function openBench(options: Options, report: Report): Promise<Bench> {
  let trace: string[] = []
  let scenarios = 0
  const begun = Date.now()
  const add = (counts: Record<string, number>, name: string): void => {
    counts[name] = (counts[name] ?? 0) + 1
  }
  const count = (fault: string): void => {
    const [, kill] = /^kill (\w+)$/.exec(fault) ?? []
    if (kill !== undefined) {
      report.kills++
      add(report.killsAt, kill)
    } else {
      report.faults++
      add(report.byKind, fault)
    }
  }
  const tookOver = (ms: number): void => void report.takeovers.push(ms)
  const note = (line: string): void => {
    trace.push(`${Date.now() - begun} ${line}`)
    if (options.verbose) console.log(trace.at(-1))
  }
  const heard = (line: string): void => {
    const [, point, action] = /^failpoint (\S+) (\S+)$/.exec(line) ?? []
    if (action !== undefined) {
      count(`failpoint-${action}`)
      add(report.points, `${point} ${action}`)
    }
    note(point === undefined ? `said: ${line.slice(0, 300)}` : line)
  }
  const tools = await startToolServer()
  const provider = await startProvider(makeRandom(options.seed), (fault) => count(`provider-${fault}`))
  const tornList = (): void => {
    count('list-torn')
    note('the list of the browser’s files was torn, and is mended')
  }
  const room = await openMachineRoom({ folder: options.folder, provider, heard, tornList })

  return {
    run: async ({ seed, each }) => {
      trace = []
      const before = {
        acts: tools.acts.length,
        askings: provider.askings.length,
        summaries: provider.summaries.length,
      }
      const plan = makePlan(seed, { server: tools.url, kills: each, points: options.points })
      const started = Date.now()
      const failed = (error: unknown): Outcome => ({
        violations: [`the rig itself failed: ${error instanceof Error ? (error.stack ?? error.message) : error}`],
      })
      let late: NodeJS.Timeout | undefined
      const tooLate = new Promise<Outcome>((resolve) => {
        late = setTimeout(() => resolve(failed(`it did not end in ${LONGEST / 60_000} minutes`)), LONGEST)
      })
      const scenario = runScenario(plan, { room, provider, tools, count, tookOver, note }).catch(failed)
      const outcome = await Promise.race([scenario, tooLate])
      clearTimeout(late)
      report.scenarios++
      report.acts += tools.acts.length - before.acts
      report.askings += provider.askings.length - before.askings
      report.summaries += provider.summaries.length - before.summaries
      const took = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`seed ${seed}: ${took} s; so far ${report.kills} kills, ${report.faults} other faults`)
      if (outcome.violations.length > 0) {
        report.violations.push({ seed, sentences: outcome.violations })
        writeFileSync(
          `${RESULTS}/torture-${seed}.json`,
          JSON.stringify({ plan, violations: outcome.violations, trace }, null, 1),
        )
        console.log(
          `VIOLATED by seed ${seed} (npm run torture -- --only ${seed} --each ${each}${options.points === undefined ? '' : ` --points ${options.points}`}):\n  ${outcome.violations.join('\n  ').slice(0, 4000)}`,
        )
      }
      if (++scenarios % SCENARIOS_PER_PROFILE === 0 || outcome.violations.length > 0 || options.only !== null)
        await room.newProfile()
    },
    close: async () => {
      await room.close()
      await provider.close()
      await tools.close()
    },
  }
}
