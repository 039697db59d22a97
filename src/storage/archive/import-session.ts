import type { Config } from '../../agent/config.ts'
import type { Head } from '../../agent/head.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { readEpoch } from '../epoch.ts'
import { failpoint } from '../failpoint.ts'
import { DamagedRecord } from '../fault.ts'
import { purgeSession } from '../purge.ts'
import type { Database } from '../schema.ts'
import { snapshotParts } from '../snapshot.ts'
import { arriveStopped } from './arrive-stopped.ts'
import { Line } from './export-format.ts'
import { setAside } from './foreign.ts'
import { makeImportFold } from './import-fold.ts'
import { openStage, type Stage } from './import-stage.ts'
import { parseLine } from './read-lines.ts'
import type { Ties } from './ties.ts'
import { BadArchive } from './zip-reader.ts'

export type ImportRules = {
  /** Wall time, ms. */
  now: number
  /** What is wrong with a file name in a workspace, a sentence; null: nothing. */
  problemOfPath: (path: string) => string | null
  /** Replaces the permissions, limits and provider of the session. */
  configure: (config: Config) => Partial<Config>
  /** The system prompt of this person's new sessions. */
  ownPrompt: string
  /** Ids of the findings of `lookIntoArchive` that the person has read and keeps; all others are left out. */
  keep: ReadonlySet<string>
  /** It arrives as a recording. */
  recording: boolean
  /** Added to its name; absent: "imported" or "recording". */
  mark?: string
  /** The project in which a session arrives that was in this one where it comes from; absent: none. */
  projectFor?: (id: string | undefined) => Promise<string | null>
  /** The other sessions of its archive. */
  ties: Ties
}
export type SessionSource = {
  lines: () => AsyncIterable<string>
  /** Puts a blob of the archive into the database. Rejects with BadArchive if its bytes do not match its name. */
  putBlob: (sha: string) => Promise<BlobOutcome>
}
/** `damaged`: it was damaged at export. */
export type BlobOutcome = 'stored' | 'damaged' | 'absent'

/** Rows per transaction. */
const PAGE = 200

/**
 * Imports one session under the new id `sessionId`: its rows are staged in pages, marked as invalid, and become a
 * session by one last commit. If anything is wrong, nothing of it stays; the next writer purges the leftovers of a
 * killed import. Rejects with BadArchive, TakenOver or a DOMException.
 */
export async function importSession(
  db: Database,
  sessionId: string,
  source: SessionSource,
  rules: ImportRules,
): Promise<Head> {
  const epoch = await readEpoch(db)
  const stage = await openStage(db, epoch, sessionId)
  try {
    return await stageSession(stage, sessionId, source, rules)
  } catch (error) {
    // if this fails too, the rows stay marked, and the next writer removes them
    await purgeSession(db, { epoch, sessionId, now: rules.now }).catch(() => {})
    throw error instanceof DamagedRecord ? new BadArchive(`A record of this session is damaged: ${error.what}.`) : error
  }
}

async function stageSession(
  stage: Stage,
  sessionId: string,
  source: SessionSource,
  { now, problemOfPath, configure, ownPrompt, keep, recording, mark, ties, projectFor }: ImportRules,
): Promise<Head> {
  const fold = makeImportFold(sessionId, problemOfPath, ties)
  let journal: object[] = []
  for await (const text of source.lines()) {
    const line = parseKnownLine(text)
    const row = line === null ? null : fold.take(line)
    if (row !== null) journal.push(row)
    if (journal.length >= PAGE) await stage.add('journal', journal.splice(0))
  }
  const { state, base, streams, blobs, missingBlobs } = fold.finish()
  const { systemPrompt } = state.config
  const aside = await setAside({ ...state, systemPrompt }, ownPrompt, keep)
  const own = { ...configure(state.config), ...(aside.systemPrompt && { systemPrompt: ownPrompt }) }
  const arrived = arriveStopped(state, streams, {
    ...{ now, config: own, aside, recording, ...(mark !== undefined && { mark }) },
    project: (await projectFor?.(state.head.project)) ?? null,
    detached: state.head.origin === undefined || !ties.isHere(state.head.origin),
  })
  journal = [...journal, ...arrived.inputs.map((input) => ({ ...stampOf(input), agentVersion: AGENT_VERSION, input }))]
  if (journal.length > 0) await stage.add('journal', journal)
  const present: string[] = []
  for (const sha of blobs) {
    const outcome = await source.putBlob(sha)
    if (outcome === 'stored') present.push(sha)
    else if (outcome === 'absent' && !missingBlobs.has(sha))
      throw new BadArchive('The archive lacks data that this session refers to.')
  }
  const { head, config, summary, plan, queue, messages, files } = arrived.state
  for (const page of pagesOf(present)) await stage.nameBlobs(page)
  const parts = snapshotParts(base)
  for (const [page, part] of parts.entries()) {
    const last = page === parts.length - 1
    await stage.add('snapshots', [{ seq: base.head.seq, page, last, agentVersion: AGENT_VERSION, part }])
  }
  for (const page of pagesOf(messages)) await stage.add('messages', page)
  for (const page of pagesOf(files)) await stage.add('files', page)
  if (__FAILPOINTS__) await failpoint('before-import-head')
  await stage.show({ head, config, summary, plan, queue })
  if (__FAILPOINTS__) await failpoint('after-import-head')
  return head
}

/** null: a kind of line that only a later version knows. */
function parseKnownLine(text: string): Line | null {
  const data = parseLine(text)
  const parsed = Line.safeParse(data)
  if (parsed.success) return parsed.data
  const type = (data as { type?: unknown } | null)?.type
  if (typeof type === 'string' && !KNOWN.has(type)) return null
  throw new BadArchive('A line of this session is damaged or wasn’t written by Reflexor.')
}
const KNOWN: ReadonlySet<string> = new Set(Line.def.options.flatMap((option) => option.shape.type.def.values))

const stampOf = ({ seq, timestamp }: { seq: number; timestamp: number }): { seq: number; timestamp: number } => ({
  seq,
  timestamp,
})

function* pagesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}
