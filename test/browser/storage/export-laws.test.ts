import fc from 'fast-check'
import { castDraft } from 'mutative'
import { expect, it } from 'vitest'
import { effectsAt } from '../../../src/agent/effects-at.ts'
import type { State } from '../../../src/agent/state.ts'
import { transition } from '../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../src/agent/version.ts'
import { putBlob } from '../../../src/storage/blobs.ts'
import { foldJournal } from '../../../src/storage/fold.ts'
import { isSame } from '../../../src/storage/is-same.ts'
import { JournalRow } from '../../../src/storage/schema.ts'
import { wholeSession } from '../../../src/storage/session-range.ts'
import { exported, FRESH, imported, startSession } from './archive-support.ts'
import { LAW_CONFIG, possibleInputs, type Step } from './random-session.ts'
import { storedState } from './stored-state.ts'
import { writerDatabase } from './support.ts'

const step: fc.Arbitrary<Step> = fc.record({ pick: fc.nat(60), variant: fc.nat(60), crash: fc.boolean() })

it('what is exported and imported equals the original up to its id, its grants and that it is stopped', async () => {
  const { db, epoch } = await writerDatabase()
  const bytes = await Promise.all([0, 1, 2].map((n) => putBlob(db, new TextEncoder().encode(`file ${n}`), 0)))
  let run = 0
  let messages = 0
  let stopped = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async (steps) => {
      const sessionId = `law-${run++}`
      const session = await startSession(db, epoch, sessionId, LAW_CONFIG)
      const sent = new Set<string>()
      for (const each of steps) {
        const inputs = possibleInputs(session.state(), session.state().files, each)
        const input = castDraft(inputs[each.pick % inputs.length])
        if (input === undefined || (input.type === 'user-send-message' && sent.has(input.messageId))) continue
        if (input.type === 'user-send-message') sent.add(input.messageId)
        if ('files' in input)
          for (const change of input.files ?? []) if (change.to !== null) change.to = bytes[each.variant % 3] ?? null
        await session.commit(input)
      }
      const original = await storedState(db, sessionId)
      const { sessions, refused } = await imported(db, await exported(db, { sessionIds: [sessionId] }))
      expect(refused).toEqual([])
      const newId = sessions[0]?.sessionId ?? ''
      const copy = await storedState(db, newId)

      // the journal up to where the original ended gives the original
      const rows = (await db.getAll('journal', wholeSession(newId))).map((row) => JournalRow.parse(row))
      const before = await foldUpTo(newId, rows, original.head.seq)
      expect(isSame(before, { ...original, head: { ...original.head, sessionId: newId } })).toBe(true)
      // and all of it gives the copy, which wants nothing to run
      expect(await foldJournal(db, { sessionId: newId, agentVersion: AGENT_VERSION }, transition)).toEqual({
        type: 'folded',
        state: copy,
      })
      expect(Object.keys(effectsAt(copy))).toEqual([])
      expect(copy.config).toMatchObject(FRESH)
      expect(copy.head.title).toMatch(/ \(imported\)$/)
      expect(copy.messages.length).toBe(original.messages.length)
      expect(copy.files).toEqual(original.files)
      messages += copy.messages.length
      if (Object.keys(effectsAt(original)).some((key) => key !== 'name-session')) {
        expect(copy.head.hold).toEqual({ kind: 'aborted' })
        stopped++
      }
    }),
    { numRuns: 60 },
  )
  expect(await db.count('purges')).toBe(0)
  // the random runs reach something
  expect(messages).toBeGreaterThan(100)
  expect(stopped).toBeGreaterThan(10)
})

async function foldUpTo(sessionId: string, rows: readonly JournalRow[], seq: number): Promise<State> {
  const { initiate } = await import('../../../src/agent/initiate.ts')
  let state = initiate(sessionId)
  for (const { input } of rows) if (input.seq <= seq) state = transition(input)(state)
  return state
}
