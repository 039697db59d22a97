import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { FAILPOINTS } from '../../src/storage/failpoint.ts'
import type { Report } from './main.ts'

/** What the sittings of torture on one build add up to. It stands in a file, and never mixes two builds. */

export type Sitting = Pick<
  Report,
  'kills' | 'killsAt' | 'faults' | 'points' | 'scenarios' | 'acts' | 'summaries' | 'seconds'
> & {
  /** When it began, ISO; its name. */
  began: string
  firstSeed: number
  takeovers: number
  /** Seeds of scenarios in which the oracle found something. */
  violated: number[]
}
export type Tally = { build: string; sittings: Sitting[] }

/** SHA-256 over the names and bytes of all files below a folder. */
export function fingerprint(folder: string): string {
  const hash = createHash('sha256')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
    .sort()
  for (const name of names) {
    const bytes = readFileSync(name)
    hash.update(`${name.slice(folder.length)}\0${bytes.length}\0`).update(bytes)
  }
  return hash.digest('hex')
}

export const sittingOf = (report: Report, began: string): Sitting => {
  const { kills, killsAt, faults, points, scenarios, acts, summaries, seconds, firstSeed, takeovers } = report
  return {
    ...{ began, firstSeed, kills, killsAt, faults, points, scenarios, acts, summaries, seconds },
    takeovers: takeovers.length,
    violated: report.violations.map(({ seed }) => seed),
  }
}

/** The tally with this sitting in it, in place of what was known of it before. Throws when it is of another build. */
export function withSitting(tally: Tally | null, build: string, sitting: Sitting): Tally {
  if (tally !== null && tally.build !== build)
    throw new Error(
      `The tally is of another build (${tally.build.slice(0, 12)}, this one is ${build.slice(0, 12)}): what was survived there says nothing of this one. Remove it to begin anew.`,
    )
  const others = tally?.sittings.filter(({ began }) => began !== sitting.began) ?? []
  if (others.some(({ firstSeed }) => firstSeed === sitting.firstSeed))
    throw new Error(`A sitting from seed ${sitting.firstSeed} on is in the tally already: it would count twice.`)
  return { build, sittings: [...others, sitting] }
}

/** Failpoints that took effect fewer times than this are named. */
const ENOUGH = 10

/** The sum, in sentences. */
export function sumOf({ build, sittings }: Tally): string {
  const sum = (figure: (sitting: Sitting) => number): number =>
    sittings.reduce((total, sitting) => total + figure(sitting), 0)
  const crashes = new Map<string, number>(FAILPOINTS.map((name) => [name, 0]))
  for (const { points } of sittings)
    for (const [point, count] of Object.entries(points)) {
      const [name = '', action] = point.split(' ')
      if (action === 'crash') crashes.set(name, (crashes.get(name) ?? 0) + count)
    }
  const rare = [...crashes].filter(([, count]) => count < ENOUGH).map(([name, count]) => `${name} ${count}`)
  const violated = sittings.flatMap((sitting) => sitting.violated)
  const n = (figure: (sitting: Sitting) => number): string => sum(figure).toLocaleString('en')
  return [
    `On build ${build.slice(0, 12)}, in ${sittings.length} ${sittings.length === 1 ? 'sitting' : 'sittings'} of ${n(({ seconds }) => Math.round(seconds / 60))} minutes: ` +
      `${n(({ kills }) => kills)} kills, ${n(({ faults }) => faults)} other faults, ${n(({ takeovers }) => takeovers)} takeovers from frozen tabs, ` +
      `${n(({ acts }) => acts)} outside acts, ${n(({ summaries }) => summaries)} summaries asked for; ` +
      `${violated.length === 0 ? '0 violations' : `violated by the seeds ${violated.join(', ')}`}.`,
    rare.length === 0
      ? `All ${crashes.size} failpoints crashed at least ${ENOUGH} times.`
      : `${crashes.size - rare.length} of ${crashes.size} failpoints crashed at least ${ENOUGH} times; fewer: ${rare.join(', ')}.`,
  ].join('\n')
}

export const readTally = (file: string): Tally | null =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Tally) : null

export const writeTally = (file: string, tally: Tally): void =>
  writeFileSync(file, `${JSON.stringify(tally, null, 1)}\n`)
