import { restoreSession } from '../../../src/storage/restore.ts'
import type { Database } from '../../../src/storage/schema.ts'
import { keepVersions } from '../../../src/storage/versions/keep-versions.ts'
import { restoreVersion } from '../../../src/storage/versions/restore-version.ts'
import { openVersions } from '../../../src/storage/versions/versions.ts'
import { openStepping } from './durable-step.ts'

/**
 * Milliseconds, one per round. `head`, `version`: what a session is, and what it was at a random input. `whole`: all of
 * its journal folded. `kept`: all of its versions kept.
 */
export type VersionFigures = { head: number[]; version: number[]; whole: number[]; kept: number[] }
/**
 * Milliseconds of a step, one per round: without versions, with versions kept where the session rests, and with one
 * being brought up meanwhile.
 */
export type KeptSteps = { without: number[]; rested: number[]; beside: number[] }

/** Rows that each look reads. */
const ROWS = 20

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const before = performance.now()
  await work()
  return performance.now() - before
}

/** Looks at the end of a session and at one of its inputs, in turns. */
export async function lookAtVersions(db: Database, sessionId: string, rounds: number): Promise<VersionFigures> {
  const figures: VersionFigures = { head: [], version: [], whole: [], kept: [] }
  figures.whole.push(await timed(() => openVersions(db, sessionId)))
  figures.kept.push(await timed(() => keepVersions(db, sessionId)))
  const keys = await db.getAllKeys('journal', IDBKeyRange.bound([sessionId], [sessionId, []]))
  for (let round = -5; round < rounds; round++) {
    const seq = keys[Math.floor(Math.random() * keys.length)]?.[1] ?? 1
    const head = await timed(() => restoreSession(db, sessionId, ROWS))
    const version = await timed(async () => {
      if ((await restoreVersion(db, sessionId, seq, { from: null, rows: ROWS })) === null)
        throw new Error(`The version ${seq} was not restored`)
    })
    if (round < 0) continue
    figures.head.push(head)
    figures.version.push(version)
  }
  return figures
}

/** Steps of three sessions of one length, in turns. */
export async function stepBesideVersions(
  db: Database,
  epoch: number,
  [plain = '', resting = '', busy = '']: readonly string[],
  rounds: number,
): Promise<KeptSteps> {
  const open = (id: string) => openStepping(db, epoch, id, () => {})
  const [without, rested, beside] = await Promise.all([open(plain), open(resting), open(busy)])
  await keepVersions(db, resting)
  await keepVersions(db, busy)
  const figures: KeptSteps = { without: [], rested: [], beside: [] }
  for (let round = -10; round < rounds; round++) {
    const one = (await without.step(round + 1000)).milliseconds
    const two = (await rested.step(round + 1000)).milliseconds
    await keepVersions(db, resting)
    const keeping = keepVersions(db, busy)
    const three = (await beside.step(round + 1000)).milliseconds
    await keeping
    if (round < 0) continue
    figures.without.push(one)
    figures.rested.push(two)
    figures.beside.push(three)
  }
  for (const session of [without, rested, beside]) session.stop()
  return figures
}
