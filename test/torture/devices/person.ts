import type { Command } from '../../../src/protocol/command.ts'
import type { SessionNote } from '../page/session-views.ts'
import { textOf } from '../program.ts'
import type { Random } from '../random.ts'
import type { Device, Seen } from './device.ts'
import type { Message } from './plan.ts'

/** The one person of two devices: says, takes, answers what waits, and keeps what they were told became of it. */
export type Person = {
  /** What was asked of a device, by the ids of its commands. `told`: what became of it; null: nothing was heard yet. */
  sent: Asked[]
  hear: (device: Device, seen: Seen) => void
  say: (device: Device, sessionId: string, message: Message) => Promise<void>
  take: (device: Device, sessionId: string) => Promise<void>
  stop: (device: Device, sessionId: string, note: SessionNote) => Promise<void>
  /** What no page has taken for sure is given again, under its id. */
  remind: (device: Device) => Promise<void>
  /**
   * Answers what waits on this device in the session of the log, and decides what becomes of copies. `goOn`: also what
   * stopped or failed.
   */
  answer: (device: Device, seen: Seen, sessionId: string | undefined, goOn: boolean) => Promise<void>
  /** How many unknown outcomes were settled by what the other device had put beside the log. */
  late: () => number
}
type Asked = { id: string; device: Device; command: Command; message: string | null; told: string | null }

/** A need is answered again only if nothing has come of it for so long, ms. */
const AGAIN = 6000

export function makePerson(seed: number, random: Random): Person {
  const sent: Asked[] = []
  const answered = new Map<string, number>()
  let late = 0

  const give = async (device: Device, command: Command, message: string | null = null): Promise<void> => {
    const asked = { id: `c${seed}-${sent.length}`, device, command, message, told: null }
    sent.push(asked)
    await device.ask('command', asked.id, command)
  }
  type UserIntent = Extract<Command, { kind: 'input' }>['input']
  const input = (device: Device, sessionId: string, given: UserIntent, message: string | null = null) =>
    give(device, { kind: 'input', sessionId, input: given }, message)
  const isDue = (need: string): boolean => {
    const now = Date.now()
    if (now - (answered.get(need) ?? 0) < AGAIN) return false
    answered.set(need, now)
    return true
  }

  /**
   * An unknown outcome: by what the other device says, if it says anything; else the person has looked, or leaves it.
   */
  const settle = async (device: Device, sessionId: string, call: SessionNote['calls'][number]): Promise<void> => {
    const { id: toolCallId, attempt } = call
    const said = (await device.ask('request', { kind: 'late-result', sessionId, toolCallId, attempt })) as {
      late: { text: string } | null
    } | null
    if (said?.late) late++
    const text = said?.late?.text ?? 'The person has looked.'
    const choice = said?.late || random.chance(0.5) ? 'report' : 'skip'
    await input(device, sessionId, {
      ...{ type: 'user-settle-tool-call', toolCallId, choice, content: [{ type: 'text', text }] },
    })
  }
  const answerCall = async (device: Device, sessionId: string, call: SessionNote['calls'][number]): Promise<void> => {
    const { id: toolCallId } = call
    if (call.status === 'unknown') return settle(device, sessionId, call)
    if (call.status === 'pending') {
      const decision = random.chance(0.7) ? 'approve' : 'deny'
      return input(device, sessionId, { type: 'user-decide-tool-call', toolCallId, decision, scope: 'once' })
    }
    const content = [{ type: 'text' as const, text: 'Go on.' }]
    await input(device, sessionId, { type: 'user-settle-tool-call', toolCallId, choice: 'report', content })
  }

  return {
    sent,
    late: () => late,
    hear: (device, { acknowledged, refused }) => {
      for (const asked of sent)
        if (asked.device === device && asked.told === null)
          asked.told =
            acknowledged[asked.id] ?? (refused[asked.id] === undefined ? null : `refused: ${refused[asked.id]}`)
    },
    say: (device, sessionId, { id: messageId, delivery, program }) =>
      input(
        device,
        sessionId,
        { type: 'user-send-message', messageId, content: [{ type: 'text', text: textOf(program) }], delivery },
        messageId,
      ),
    take: (device, sessionId) => give(device, { kind: 'take-session', sessionId }),
    stop: (device, sessionId, { run }) => input(device, sessionId, { type: 'user-abort', run }),
    remind: async (device) => {
      for (const { id, command } of sent.filter((asked) => asked.device === device && asked.told === null))
        await device.ask('command', id, command)
    },
    answer: async (device, { items, notes }, sessionId, goOn) => {
      for (const { id, elsewhere, apart } of items) {
        const note = notes[id]
        if (apart) {
          // what is thrown away with a message in it is lost by the person's word: then nothing could be told of it
          const choice =
            apart.messages > 0
              ? random.pick(['keep', 'send'] as const)
              : random.pick(['keep', 'send', 'discard'] as const)
          if (apart.session !== null && isDue(`${device.name} ${id} apart`))
            await give(device, { kind: 'settle-apart', sessionId: id, choice })
        } else if (id !== sessionId || note === undefined) continue
        else if (elsewhere === undefined) await answerOwn(device, id, note, goOn)
        // approved from a device that only follows
        else if (random.chance(0.2))
          for (const call of note.calls.filter(({ status }) => status === 'pending'))
            if (isDue(`${device.name} ${call.id} followed`)) await answerCall(device, id, call)
      }
    },
  }

  async function answerOwn(device: Device, sessionId: string, note: SessionNote, goOn: boolean): Promise<void> {
    for (const call of note.calls.filter(({ status }) => ['pending', 'unknown', 'asking'].includes(status)))
      if (isDue(`${device.name} ${sessionId} ${call.id} ${call.status}`)) await answerCall(device, sessionId, call)
    const { type } = note.status
    const isHeld = type === 'stopped' || type === 'failed' || type === 'paused' || type === 'retrying'
    if (!goOn || !isHeld || !isDue(`${device.name} ${sessionId} ${note.seq} held`)) return
    const { run } = note
    await input(
      device,
      sessionId,
      type === 'retrying' || note.offers.retry
        ? { type: 'user-retry', target: null, run }
        : { type: 'user-continue', run },
    )
  }
}
