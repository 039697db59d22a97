import type { Head } from '../../agent/head.ts'
import { recurringMessageId } from '../../agent/recurring-message.ts'
import type { Command } from '../../protocol/command.ts'
import type { Answered } from '../../protocol/published.ts'
import type { Recurring } from '../../settings/recurring.ts'
import { dueNow, wordsOfRun } from './due.ts'

/** Gives sessions their recurring tasks when they are due. */

export type RecurringPorts = {
  read: () => Promise<Recurring[]>
  change: (change: (list: Recurring[]) => Recurring[] | null) => Promise<unknown>
  /** null: there is no such session. */
  headOf: (sessionId: string) => Promise<Head | null>
  /** Whether this device runs the session. */
  isHere: (sessionId: string) => boolean
  isBusy: (head: Head) => boolean
  run: (id: string, command: Command) => Promise<Answered | null>
  now: () => number
  zone?: string | undefined
}

/**
 * One look at all tasks. The message of a run is named by the first time that it is for, which follows from what is
 * stored: after a crash between the message and the note that it is done, the same message is sent again, and the
 * session knows it. A session that is at work gets its task when it is at rest.
 */
export async function lookAtRecurring(ports: RecurringPorts): Promise<void> {
  for (const recurring of await ports.read()) {
    const head = await ports.headOf(recurring.sessionId)
    if (head === null) await ports.change((list) => list.filter(({ id }) => id !== recurring.id))
    else if (head.deletedAt === null && ports.isHere(recurring.sessionId)) await runIfDue(recurring, head, ports)
  }
}

async function runIfDue(recurring: Recurring, head: Head, ports: RecurringPorts): Promise<void> {
  const { id, sessionId, task } = recurring
  const due = dueNow(recurring, ports.now(), ports.zone)
  if (due === null || (due.type === 'run' && ports.isBusy(head))) return
  if (due.type === 'run') {
    const messageId = recurringMessageId(id, due.first)
    const content = [{ type: 'text' as const, text: wordsOfRun(task, due) }]
    const input = { type: 'user-send-message' as const, messageId, content, delivery: 'follow-up' as const }
    const answered = await ports.run(messageId, { kind: 'input', sessionId, input })
    // storage failed, or the writer ends: it is due again
    if (answered === null) return
  }
  await ports.change((list) =>
    // the person may have changed or stopped it meanwhile
    list.map((each) => (each.id === id ? { ...each, doneUpTo: settled(each.doneUpTo, due) } : each)),
  )
}

const settled = (before: number, due: NonNullable<ReturnType<typeof dueNow>>): number =>
  due.type === 'set-back' ? due.doneUpTo : Math.max(before, due.doneUpTo)
