import { castDraft, type Immutable } from 'mutative'
import type { Head } from '../../agent/head.ts'
import type { UserIntent } from '../../agent/user-intent.ts'
import type { Command } from '../../protocol/command.ts'
import type { Answered, Published } from '../../protocol/published.ts'
import { changePlaces, readPlaces, rowsAfter } from '../../storage/places.ts'
import type { Database } from '../../storage/schema.ts'
import { Refused, refused } from '../refused.ts'
import { lateResults, messagesOf } from '../sync/session/apart.ts'
import { type HeldApart, heldIn } from '../sync/session/held-apart.ts'
import { tellItem } from '../sync/session/tell-item.ts'
import type { Machines } from './machines.ts'

export type SettlePorts = {
  db: Database
  epoch: number
  machines: Pick<Machines, 'of'>
  publish: (message: Published) => void
  take: (sessionId: string) => Promise<void>
  /** Stores the decision about what `copy` holds of the shared session. undefined: its place must be changed here. */
  settled: (shared: string, copy: string) => Promise<void> | undefined
  run: (id: string, command: Command) => Promise<Answered | null>
}

/**
 * Runs the person's decision about a copy that holds changes of this device only. Safe to repeat after a crash:
 * messages keep their ids, and only an outcome that is still unknown is settled. Rejects with Refused.
 */
export async function settleApart(
  id: string,
  { sessionId, choice }: Extract<Command, { kind: 'settle-apart' }>,
  ports: SettlePorts,
): Promise<Answered | null> {
  const { db, machines, take, run } = ports
  const held = heldIn((await readPlaces(db)).places).find(({ apart }) => apart.sessionId === sessionId)
  if (held === undefined) return { type: 'acknowledged', id, outcome: 'unapplied' }
  const { row, apart } = held
  const say = async (to: string, input: Immutable<UserIntent>, inputId: string): Promise<Answered | null> => {
    const answered = await run(inputId, { kind: 'input', sessionId: to, input: castDraft(input) })
    if (answered?.type === 'refused') throw new Refused(answered.refusal)
    return answered
  }
  if (choice === 'send') {
    if (row.over) throw refused('shared-session-deleted')
    await take(row.sessionId)
    const tail = (await rowsAfter(db, sessionId, apart.from)).map(({ input }) => input)
    for (const { toolCallId, attempt, content } of lateResults(tail)) {
      if (!isUnknown((await machines.of(row.sessionId)).state().head, toolCallId, attempt)) continue
      const input = { type: 'user-settle-tool-call', toolCallId, choice: 'report', content } as const
      if ((await say(row.sessionId, input, crypto.randomUUID())) === null) return null
    }
    for (const message of messagesOf(tail))
      if ((await say(row.sessionId, message, message.messageId)) === null) return null
  }
  if (choice !== 'keep' && (await say(sessionId, { type: 'user-delete-session' }, `${id}.d`.slice(-64))) === null)
    return null
  await forget(ports, held)
  return { type: 'acknowledged', id, outcome: 'committed' }
}

/** Discards the copy; the shared session is not touched. */
async function forget(
  { db, epoch, settled, publish }: SettlePorts,
  { row, apart: { sessionId } }: HeldApart,
): Promise<void> {
  const changing = settled(row.sessionId, sessionId)
  const apart = row.apart?.filter((each) => each.sessionId !== sessionId)
  await (changing ?? changePlaces(db, epoch, { put: [{ ...row, apart }], remove: [] }))
  const head = await db.get('sessions', sessionId)
  if (head !== undefined) await tellItem({ db, publish }, head, { apart: null })
}

const isUnknown = ({ unsettled }: Head, toolCallId: string, attempt: number): boolean =>
  unsettled.some(({ calls }) =>
    calls.some((call) => call.id === toolCallId && call.status === 'unknown' && call.attempt === attempt),
  )
