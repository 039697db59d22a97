import type { Command } from '../../src/protocol/command.ts'
import type { AppHand } from './app-hand.ts'
import { type Ledger, makeLedger, type Sent } from './ledger.ts'
import type { SessionNote } from './page/session-views.ts'
import type { Plan, SessionPlan } from './plan.ts'
import { textOf } from './program.ts'
import type { Random } from './random.ts'

/**
 * The person of a scenario: sends what the plan says, has whims, and answers whatever waits for them. Keeps a ledger of
 * what they did and what they were told became of it; what is not acknowledged they send again, with the same id, as a
 * page does from its outbox.
 */
export type Person = Pick<Ledger, 'heard' | 'damaged' | 'killed' | 'found' | 'unacknowledged'> & {
  ledger: readonly Sent[]
  /** A last word before a page is left; null: there is no session yet. */
  lastWord: () => Sent | null
  /**
   * What to send now. `time`: ms of life so far. `patient`: answers take as long as people do, and some are never
   * given.
   */
  act: (notes: Record<string, SessionNote>, time: number, patient: boolean) => Sent[]
}

/** `hand`: speaks in the first session of a plan that uses the real page. */
export function makePerson(plan: Plan, random: Random, hand: Pick<AppHand, 'say'>): Person {
  const { entries, send, heard, damaged, killed, found, unacknowledged } = makeLedger(plan.seed)
  const due = new Map<string, number>()
  const doneUntil = new Map<SessionPlan, { messages: number; whims: number }>()

  type UserIntent = Extract<Command, { kind: 'input' }>['input']
  const input = (sessionId: string, given: UserIntent, messageId: string | null = null): Sent =>
    send(sessionId, { kind: 'input', sessionId, input: given }, messageId)

  const begin = ({ id, family, remote, config }: SessionPlan): Sent[] => {
    const providerId = `${family}${remote ? '-remote' : ''}`
    const making = { kind: 'create-session', sessionId: id, providerId, model: 'torture', thinking: 'low' } as const
    const created = send(id, making, null)
    return Object.keys(config).length === 0 ? [created] : [created, input(id, { type: 'user-configure', config })]
  }

  const planned = (session: SessionPlan, note: SessionNote | undefined, time: number): Sent[] => {
    const sent: Sent[] = []
    const known = doneUntil.get(session)
    if (known === undefined) sent.push(...begin(session))
    const progress = known ?? { messages: 0, whims: 0 }
    doneUntil.set(session, progress)
    for (
      let next = session.messages[progress.messages];
      next && next.at <= time;
      next = session.messages[progress.messages]
    ) {
      progress.messages++
      const { id: messageId, delivery, program } = next
      if (plan.app && session === plan.sessions[0]) {
        hand.say([next])
        continue
      }
      const content = [{ type: 'text' as const, text: textOf(program) }]
      sent.push(input(session.id, { type: 'user-send-message', messageId, content, delivery }, messageId))
    }
    for (
      let whim = session.whims[progress.whims];
      note && whim && whim.at <= time;
      whim = session.whims[progress.whims]
    ) {
      progress.whims++
      // the hand finds its messages by their words
      if (plan.app && whim.what === 'change-queued') continue
      sent.push(...follow(session.id, whim.what, note))
    }
    return sent
  }

  function follow(sessionId: string, what: SessionPlan['whims'][number]['what'], note: SessionNote): Sent[] {
    const [messageId] = note.queued
    switch (what) {
      case 'abort':
        return [input(sessionId, { type: 'user-abort', run: note.run })]
      case 'continue':
        return [input(sessionId, { type: 'user-continue', run: note.run })]
      case 'retry':
        return [input(sessionId, { type: 'user-retry', target: null, run: note.run })]
      case 'cancel-queued':
        return messageId === undefined ? [] : [input(sessionId, { type: 'user-cancel-queued', messageId })]
      case 'change-queued': {
        const program = plan.sessions.flatMap(({ messages }) => messages).find(({ id }) => id === messageId)?.program
        if (messageId === undefined || program === undefined) return []
        const content = [{ type: 'text' as const, text: `${textOf(program)} (changed)` }]
        return [input(sessionId, { type: 'user-change-queued', messageId, content })]
      }
      case 'rename':
        return [input(sessionId, { type: 'user-name-session', title: `Renamed ${entries.length}` })]
      case 'delete-and-restore':
        return [input(sessionId, { type: 'user-delete-session' })]
    }
  }

  /**
   * Whether the moment has come to answer something: each need is answered once, and again only if nothing has come of
   * it.
   */
  const isDue = (need: string, patient: boolean): boolean => {
    const now = Date.now()
    const at = due.get(need)
    if (at === undefined) {
      const never = patient && random.chance(0.15)
      due.set(need, now + (never ? 60_000 : patient ? random.between(0, 800) : random.between(0, 60)))
      return false
    }
    if (at > now) return false
    due.set(need, now + (patient ? 4000 : 2500))
    return true
  }

  const answers = (sessionId: string, note: SessionNote, patient: boolean): Sent[] => {
    const key = `${patient} ${sessionId} ${note.seq}`
    if (note.deleted)
      return isDue(`${key} deleted`, patient) ? [input(sessionId, { type: 'user-restore-session' })] : []
    const { type } = note.status
    const waiting = note.calls.flatMap((call) =>
      ['pending', 'unknown', 'asking'].includes(call.status) &&
      isDue(`${patient} ${sessionId} ${call.id} ${call.status}`, patient)
        ? [decide(sessionId, call)]
        : [],
    )
    if (waiting.length > 0) return waiting
    if (type === 'retrying' && isDue(`${key} retrying`, patient))
      return [input(sessionId, { type: 'user-retry', target: null, run: note.run })]
    if ((type === 'stopped' || type === 'failed' || type === 'paused') && isDue(`${key} held`, patient))
      return [
        input(
          sessionId,
          random.chance(0.7) || !note.offers.retry
            ? { type: 'user-continue', run: note.run }
            : { type: 'user-retry', target: null, run: note.run },
        ),
      ]
    return []
  }

  function decide(sessionId: string, call: SessionNote['calls'][number]): Sent {
    const { id: toolCallId } = call
    const content = [{ type: 'text' as const, text: 'The person has looked.' }]
    if (call.status === 'pending') {
      const decision = random.chance(0.65) ? 'approve' : 'deny'
      return input(sessionId, {
        type: 'user-decide-tool-call',
        toolCallId,
        decision,
        scope: random.chance(0.85) ? 'once' : 'session',
      })
    }
    const choice =
      call.status === 'asking'
        ? random.pick(['report', 'skip'] as const)
        : random.weighted({ again: 2, skip: 1, report: 1 })
    return input(sessionId, { type: 'user-settle-tool-call', toolCallId, choice, content })
  }

  return {
    ...{ ledger: entries, heard, damaged, killed, found, unacknowledged },
    lastWord: () => {
      const [session] = doneUntil.keys()
      if (session === undefined) return null
      return input(session.id, { type: 'user-name-session', title: `Left ${entries.length}` })
    },
    act: (notes, time, patient) => {
      const own = new Set(plan.sessions.map(({ id }) => id))
      return [
        ...plan.sessions.flatMap((session) => {
          const note = notes[session.id]
          return [...planned(session, note, time), ...(note === undefined ? [] : answers(session.id, note, patient))]
        }),
        // helpers ask as other sessions do
        ...Object.entries(notes).flatMap(([id, note]) => (own.has(id) ? [] : answers(id, note, patient))),
      ]
    },
  }
}
