import type { Config } from '../../agent/config.ts'
import type { Delta } from '../../agent/delta-schema.ts'
import { effectsAt } from '../../agent/effects-at.ts'
import { familyOf, type Head } from '../../agent/head.ts'
import type { Input, Unstamped } from '../../agent/input.ts'
import type { Message } from '../../agent/message.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import { blobsNamedBy } from '../archive/blob-names.ts'
import { dropSummary } from '../archive/foreign.ts'
import { openStage, type Stage } from '../archive/import-stage.ts'
import { failpoint } from '../failpoint.ts'
import { DamagedRecord } from '../fault.ts'
import { messageOrNull, parseConfig, parseHead } from '../parse-rows.ts'
import { purgeSession } from '../purge.ts'
import type { Database, JournalRow } from '../schema.ts'
import { folderKey, rowsBetween, wholeSession } from '../session-range.ts'
import { snapshotParts } from '../snapshot.ts'
import { leftBehind } from './left-behind.ts'
import type { Point } from './point.ts'
import { completeSnapshots, journalPages, stateAt, storedPages } from './state-at.ts'

export type BranchOrder = {
  /** The writer's. */
  epoch: number
  /** The session that is copied from, and the id of the copy, which nobody has. */
  from: string
  sessionId: string
  /** The command that asked for it. */
  commandId: string
  point: Point
  /** It is shown as one conversation with the session that it comes from. */
  variant: boolean
  title: (title: string) => string
  /** What takes the place of what the session was configured as, then or now. */
  configure: (now: Config) => Partial<Config>
  /** Wall time, ms. */
  now: number
}
/** `refused`: the summary of that time tells of what would be taken away, or its older rows cannot be made again. */
export type BranchOutcome = { type: 'branched'; head: Head } | { type: 'missing' } | { type: 'refused' }

/** Rows per transaction. */
const PAGE = 200

/**
 * Makes a session of what another one was at a point: its journal up to there under a new id, then inputs by which it goes its own way, and the
 * rows that all of this comes to. The copy arrives stopped; the other session is only read. Rows are staged and become a session by one last
 * commit; what a crash leaves is purged by the next writer, or by the next try under the same id. Rejects with TakenOver, DamagedRecord
 * or a DOMException.
 */
export async function branchSession(db: Database, order: BranchOrder): Promise<BranchOutcome> {
  const { from, sessionId, point, now } = order
  const transaction = db.transaction(['sessions', 'configs'])
  const [headRow, configRow] = await Promise.all([
    transaction.objectStore('sessions').get(from),
    transaction.objectStore('configs').get(from),
  ])
  if (headRow === undefined) return { type: 'missing' }
  const source = { head: parseHead(headRow), config: parseConfig(configRow) }
  const then = await stateAt(db, from, point.seq)
  if (then === null) return { type: 'missing' }
  if (!(await hasRows(db, from, then, point))) return { type: 'refused' }
  const branched = goOwnWay(
    { ...then, head: { ...then.head, sessionId } },
    await inputsOf(db, order, source, then),
    now,
  )
  if (branched === null) return { type: 'refused' }

  // what an earlier try has left under this id
  await purgeSession(db, { epoch: order.epoch, sessionId, now })
  const stage = await openStage(db, order.epoch, sessionId)
  try {
    await copyHistory(db, stage, order, then, branched.inputs)
    await putRows(stage, branched.state)
    if (__FAILPOINTS__) await failpoint('before-branch-head')
    await stage.show(branched.state, order.variant ? await db.get('settings', folderKey(from)) : undefined)
    if (__FAILPOINTS__) await failpoint('after-branch-head')
    return { type: 'branched', head: branched.state.head }
  } catch (error) {
    // what this cannot remove (the database fails) stays marked, and goes with the next try or the next writer
    await purgeSession(db, { epoch: order.epoch, sessionId, now }).catch(() => {})
    throw error
  }
}

/** Whether the folded rows are those that are stored: inputs of an older agent version may come to others by today's rules. */
async function hasRows(db: Database, from: string, { messages }: State, { seq, count }: Point): Promise<boolean> {
  if (messages.length < count || !messages.every(({ n }, place) => n === place)) return false
  for await (const _ of completeSnapshots(db, from, seq)) return true
  const stored: unknown[] = await db.getAll('messages', rowsBetween(from, 0, count))
  return messages.slice(0, count).every((row, n) => {
    const other = messageOrNull(stored[n])
    return other !== null && other.seq === row.seq && nameOf(other) === nameOf(row)
  })
}

const nameOf = (row: Message): string => (row.role === 'user' ? row.id : String(row.cut))

/** Unstamped, in the order in which they apply. */
async function inputsOf(
  db: Database,
  { from, commandId, point, variant, title, configure }: BranchOrder,
  source: { head: Head; config: Config },
  then: State,
): Promise<Unstamped[]> {
  const left = await leftBehind(db, from, point)
  const origin = {
    session: variant ? await partsFrom(db, from, source.head, point.count) : from,
    seq: point.seq,
    n: point.count,
    ...(variant && { family: familyOf(source.head) }),
    ...(left.acts.length > 0 && { acts: left.acts }),
    ...(left.files.length > 0 && { files: left.files.length }),
  }
  return [
    { type: 'user-restore-session' },
    {
      ...{ type: 'session-branch', count: point.count, origin, commandId },
      ...(source.head.title ? { title: title(source.head.title).slice(0, 200) } : {}),
    },
    { type: 'user-configure', config: configure(source.config) },
    ...(then.summary !== null && (await wasImportedAfter(db, from, point.seq)) ? [dropSummary(then)] : []),
  ]
}

/** The session in whose own rows the two part: a variant of a variant may go its own way before the first of them did. */
async function partsFrom(db: Database, from: string, head: Head, count: number): Promise<string> {
  let session = from
  for (let line: Head | null = head; line?.origin?.family !== undefined && line.origin.n >= count; ) {
    session = line.origin.session
    const row: unknown = await db.get('sessions', session)
    line = row === undefined ? null : parseHead(row)
  }
  return session
}

const TELLING = ['session-drop-summary', 'user-name-session'] as const

/** Only an import names a session, or drops its summary, without a command of a page: what it came with is not to come back. */
async function wasImportedAfter(db: Database, from: string, seq: number): Promise<boolean> {
  for await (const rows of journalPages(db, from, seq, Number.MAX_SAFE_INTEGER, TELLING))
    for (const { input } of rows)
      if (
        input.type === 'session-drop-summary' ||
        (input.type === 'user-name-session' && input.commandId === undefined)
      )
        return true
  return false
}

/** null: it cannot be cut there, or it would run something by itself. */
function goOwnWay(
  copied: State,
  unstamped: readonly Unstamped[],
  now: number,
): { state: State; inputs: Input[] } | null {
  const inputs: Input[] = []
  let state = copied
  for (const [place, each] of unstamped.entries()) {
    const input: Input = { ...each, seq: copied.head.seq + 1 + place, timestamp: now }
    const next = transition(input)(state)
    if (next === state) continue
    inputs.push(input)
    state = next
  }
  const whole = inputs.some(({ type }) => type === 'session-branch') && Object.keys(effectsAt(state)).length === 0
  return whole ? { state, inputs } : null
}

/** The journal up to the point and its own, the snapshots that it is folded from, and the names of the blobs that it brings. */
async function copyHistory(
  db: Database,
  stage: Stage,
  { from, sessionId, point }: BranchOrder,
  then: State,
  own: readonly Input[],
): Promise<void> {
  const named = new Set<string>(blobsNamedBy(own))
  const add = async (rows: readonly Pick<JournalRow, 'agentVersion' | 'input'>[]): Promise<void> => {
    for (const page of pagesOf(rows))
      await stage.add(
        'journal',
        page.map(({ agentVersion, input }) => ({
          ...{ seq: input.seq, timestamp: input.timestamp, agentVersion },
          input: input.type === 'session-create' ? { ...input, sessionId } : input,
        })),
      )
  }
  // unparsed: what the copy is made of was parsed when it was folded, and what stands before its snapshot is history
  for await (const rows of storedPages(db, from, 0, point.seq)) {
    for (const sha of blobsIn(rows)) named.add(sha)
    await add(rows)
  }
  await add(own.map((input) => ({ agentVersion: AGENT_VERSION, input })))
  await copySnapshots(db, stage, { from, sessionId, point }, then)
  const present = (await db.getAllKeys('blob-names', wholeSession(from))).map((key) => String(key[1]))
  for (const page of pagesOf(present.filter((sha) => named.has(sha)))) await stage.nameBlobs(page)
}

/** Throws DamagedRecord. */
function blobsIn(rows: readonly JournalRow[]): string[] {
  try {
    return blobsNamedBy(rows.map(({ input }) => input))
  } catch (error) {
    throw new DamagedRecord('an entry of the journal', error)
  }
}

/** Where this agent version had written none by then, the whole state of then is the first. */
async function copySnapshots(
  db: Database,
  stage: Stage,
  { from, sessionId, point }: Pick<BranchOrder, 'from' | 'sessionId' | 'point'>,
  then: State,
): Promise<void> {
  let copied = false
  for await (const pages of completeSnapshots(db, from, point.seq)) {
    copied = true
    await stage.add(
      'snapshots',
      pages.map((row) => ({ ...row, part: ownPart(row.part, sessionId) })),
    )
  }
  if (copied) return
  const parts = snapshotParts(then)
  for (const [page, part] of parts.entries())
    await stage.add('snapshots', [
      ...[{ seq: then.head.seq, page, last: page === parts.length - 1, agentVersion: AGENT_VERSION }].map((row) => ({
        ...row,
        part: ownPart(part, sessionId),
      })),
    ])
}

const ownPart = (part: Delta, sessionId: string): Delta =>
  part.head === undefined ? part : { ...part, head: { ...part.head, sessionId } }

async function putRows(stage: Stage, { messages, files }: State): Promise<void> {
  for (const page of pagesOf(messages)) await stage.add('messages', page)
  for (const page of pagesOf(files)) await stage.add('files', page)
}

function* pagesOf<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += PAGE) yield rows.slice(from, from + PAGE)
}
