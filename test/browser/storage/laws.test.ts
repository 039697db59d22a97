import fc from 'fast-check'
import { expect, it } from 'vitest'
import { diff } from '../../../src/agent/delta.ts'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input } from '../../../src/agent/input.ts'
import { transition } from '../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { commitBatch } from '../../../src/storage/commit.ts'
import { readFileEntries } from '../../../src/storage/files.ts'
import { foldJournal } from '../../../src/storage/fold.ts'
import { knownMessageId } from '../../../src/storage/read.ts'
import { restoreSession } from '../../../src/storage/restore.ts'
import { LAW_CONFIG, nextInput, type Step } from './random-session.ts'
import { storedState } from './stored-state.ts'
import { writerDatabase, writerMemory } from './support.ts'

const step: fc.Arbitrary<Step> = fc.record({ pick: fc.nat(60), variant: fc.nat(60), crash: fc.boolean() })

it.each([
  ['on disk', writerDatabase],
  ['in memory', writerMemory],
])(
  '%s, rows equal the whole state, the restored machine decides the same, and the folded journal gives the rows',
  async (_where, open) => {
    const { db, epoch } = await open()
    let run = 0
    let messages = 0
    let files = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 50 }), async (steps) => {
        const sessionId = `law-${run++}`
        let machine = initiate(sessionId)
        let whole = initiate(sessionId)
        let seq = 0
        const apply = async (input: Input): Promise<void> => {
          const next = transition(input)(machine)
          if (next === machine) return
          whole = transition(input)(whole)
          const outcome = await commitBatch(db, {
            epoch,
            sessionId,
            inputs: [input],
            delta: diff(machine, next),
            previousSeq: machine.head.seq === 0 ? null : machine.head.seq,
            strict: false,
            endedStreams: [],
          })
          expect(outcome).toEqual({ type: 'committed' })
          machine = next
        }
        await apply({ type: 'session-create', sessionId, config: LAW_CONFIG, seq: ++seq, timestamp: 10 })
        for (const each of steps) {
          const known = await readFileEntries(db, sessionId, ['file-0', 'file-1', 'file-2'])
          const input = nextInput(machine, known, each, ++seq)
          if (input.type === 'user-send-message' && (await knownMessageId(db, sessionId, input.messageId))) continue
          await apply(input)
          if (!each.crash) continue
          const restored = await restoreSession(db, sessionId, each.variant % 4)
          if (restored.type !== 'restored') throw new Error(JSON.stringify(restored))
          machine = restored.state
        }
        expect(await storedState(db, sessionId)).toEqual(whole)
        const folded = await foldJournal(db, { sessionId, agentVersion: AGENT_VERSION }, transition)
        expect(folded).toEqual({ type: 'folded', state: whole })
        messages += whole.messages.length
        files += whole.files.length
      }),
      { numRuns: 60 },
    )
    // the random runs reach something
    expect(messages).toBeGreaterThan(100)
    expect(files).toBeGreaterThan(30)
  },
)

it('has nothing to fold from when another agent version wrote the session', async () => {
  const { db, epoch } = await writerDatabase()
  const input: Input = { type: 'session-create', sessionId: 's', config: LAW_CONFIG, seq: 1, timestamp: 10 }
  const state = transition(input)(initiate('s'))
  await commitBatch(db, {
    epoch,
    sessionId: 's',
    inputs: [input],
    delta: diff(initiate('s'), state),
    previousSeq: null,
    strict: false,
    endedStreams: [],
  })
  expect(await foldJournal(db, { sessionId: 's', agentVersion: AGENT_VERSION + 1 }, transition)).toEqual({
    type: 'no-snapshot',
  })
  const [row] = await db.getAll('journal')
  await db.add('journal', { ...row, seq: 2, input: { type: 'nonsense' } } as never)
  await expect(foldJournal(db, { sessionId: 's', agentVersion: AGENT_VERSION }, transition)).rejects.toThrow('journal')
})
