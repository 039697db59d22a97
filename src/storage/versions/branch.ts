import type { Config } from '../../agent/config.ts'
import { effectsAt } from '../../agent/effects-at.ts'
import type { Head } from '../../agent/head.ts'
import type { Input, Unstamped } from '../../agent/input.ts'
import type { Message } from '../../agent/message.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { dropSummary } from '../archive/foreign.ts'
import { openStage } from '../archive/import-stage.ts'
import { failpoint } from '../failpoint.ts'
import { messageOrNull, parseConfig, parseHead } from '../parse-rows.ts'
import { purgeSession } from '../purge.ts'
import type { Database } from '../schema.ts'
import { rowsBetween } from '../session-range.ts'
import { carriedSettings } from './carried-settings.ts'
import { copyHistory, putRows } from './copy-history.ts'
import { leftBehind } from './left-behind.ts'
import type { Point } from './point.ts'
import { completeSnapshots, historyAt, journalPages } from './state-at.ts'

export type BranchOrder = {
  /** The writer's epoch. */
  epoch: number
  /** The source session, and the new id of the copy. */
  from: string
  sessionId: string
  /** The command that asked for it. */
  commandId: string
  /** `count` null: with all rows of that time. */
  point: { seq: number; count: number | null }
  /** The copy and its source are shown as one conversation. */
  variant: boolean
  /** The id of the source in rows; absent: its own id. */
  known?: string
  title: (title: string) => string
  /** Replaces parts of the configuration. */
  configure: (now: Config) => Partial<Config>
  /** Wall time, ms. */
  now: number
}
/** `refused`: the summary of that time covers rows that would go, or its older rows cannot be restored. */
export type BranchOutcome = { type: 'branched'; head: Head } | { type: 'missing' } | { type: 'refused' }

/**
 * Makes a session from another one's state at a point: the journal up to there under a new id, then the inputs that
 * make it independent, and the resulting rows. The copy arrives stopped; the source is only read. Rows are staged and
 * become a session by one last commit. Leftovers of a crash are purged by the next writer, or by the next try under the
 * same id. Rejects with TakenOver, DamagedRecord or a DOMException.
 */
export async function branchSession(db: Database, order: BranchOrder): Promise<BranchOutcome> {
  const { from, sessionId, now } = order
  const transaction = db.transaction(['sessions', 'configs'])
  const [headRow, configRow] = await Promise.all([
    transaction.objectStore('sessions').get(from),
    transaction.objectStore('configs').get(from),
  ])
  if (headRow === undefined) return { type: 'missing' }
  const source = { head: parseHead(headRow), config: parseConfig(configRow) }
  const history = await historyAt(db, from, order.point.seq)
  if (history === null) return { type: 'missing' }
  const { state: then } = history
  const point: Point = { seq: then.head.seq, count: order.point.count ?? then.head.count }
  if (!(await hasRows(db, from, then, point))) return { type: 'refused' }
  const branched = goOwnWay(
    { ...then, head: { ...then.head, sessionId } },
    await inputsOf(db, { ...order, point }, source, then),
    now,
  )
  if (branched === null) return { type: 'refused' }

  // leftovers of an earlier try under this id
  await purgeSession(db, { epoch: order.epoch, sessionId, now })
  const stage = await openStage(db, order.epoch, sessionId)
  try {
    await copyHistory(db, stage, { from, sessionId, point }, history, branched.inputs)
    await putRows(stage, branched.state)
    if (__FAILPOINTS__) await failpoint('before-branch-head')
    await stage.show(branched.state, carriedSettings(order))
    if (__FAILPOINTS__) await failpoint('after-branch-head')
    return { type: 'branched', head: branched.state.head }
  } catch (error) {
    // if this fails too, the rows stay marked, and the next try or the next writer removes them
    await purgeSession(db, { epoch: order.epoch, sessionId, now }).catch(() => {})
    throw error
  }
}

/**
 * Whether the folded rows equal the stored ones: today's rules may give others for inputs of an older agent version.
 */
async function hasRows(db: Database, from: string, { messages }: State, { seq, count }: Point): Promise<boolean> {
  if (messages.length < count || !messages.every(({ n }, place) => n === place)) return false
  // the database has no empty range
  if (count === 0) return true
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
  { from, known = from, commandId, point, variant, title, configure }: BranchOrder & { point: Point },
  source: { head: Head; config: Config },
  then: State,
): Promise<Unstamped[]> {
  const left = await leftBehind(db, from, point)
  const session = variant ? await partsFrom(db, from, source.head, point.count) : from
  const origin = {
    session: session === from ? known : session,
    seq: point.seq,
    n: point.count,
    ...(variant && { family: source.head.origin?.family ?? known }),
    ...(left.acts.length > 0 && { acts: left.acts }),
    ...(left.files.length > 0 && { files: left.files.length }),
  }
  return [
    { type: 'user-restore-session' },
    {
      ...{ type: 'session-branch', count: point.count, origin, commandId },
      ...(source.head.title ? { title: title(source.head.title).slice(0, 200) } : {}),
    },
    {
      type: 'user-configure',
      // acts of somebody else are never repeated automatically: the person may choose to in the copy
      config: { ...configure(source.config), ...(source.head.recorded && { acts: { of: known, refuse: true } }) },
    },
    // also if the source became private later: earlier answers may repeat what was sent to the model
    ...(source.head.private || (await db.getKey('sync', from)) !== undefined
      ? [{ type: 'session-keep-private' } as const]
      : []),
    ...(then.summary !== null && (await wasImportedAfter(db, from, point.seq)) ? [dropSummary(then)] : []),
  ]
}

/** The session in whose own rows the two part: a variant of a variant may part before its source did. */
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

/**
 * Only an import names a session, or drops its summary, without a command of a page: the dropped summary must not come
 * back.
 */
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
