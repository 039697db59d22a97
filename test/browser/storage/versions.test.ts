import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Unstamped } from '../../../src/agent/input.ts'
import type { State } from '../../../src/agent/state.ts'
import { stateAt } from '../../../src/storage/versions/state-at.ts'
import { openVersions } from '../../../src/storage/versions/versions.ts'
import { said } from '../../support/said.ts'
import { startSession } from './archive-support.ts'
import { branched } from './branch-support.ts'
import { LAW_CONFIG, nextInput, type Step } from './random-session.ts'
import { CONFIG } from './rows.ts'
import { writerDatabase } from './support.ts'

const step: fc.Arbitrary<Step> = fc.record({ pick: fc.nat(60), variant: fc.nat(60), crash: fc.boolean() })
const send = (n: number): Unstamped =>
  said({
    type: 'user-send-message',
    messageId: `m${n}`,
    content: [{ type: 'text', text: `message ${n}` }],
    delivery: 'now',
  })

it('every version of a random run is what the run was then, in whatever order they are asked for, also while it goes on', async () => {
  const { db, epoch } = await writerDatabase()
  let run = 0
  let seen = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 20, maxLength: 160 }),
      fc.infiniteStream(fc.nat()),
      async (steps, picks) => {
        const sessionId = `run-${run++}`
        const { state, commit } = await startSession(db, epoch, sessionId, LAW_CONFIG)
        const past: State[] = [state()]
        const walk = async (some: readonly Step[]): Promise<void> => {
          for (const each of some) {
            const { seq: _, timestamp: __, ...input } = nextInput(state(), state().files, each, 0)
            if (input.type === 'user-send-message') input.messageId += `-${past.length}`
            await commit(input)
            if (state() !== past.at(-1)) past.push(state())
          }
        }
        await walk(steps.slice(0, steps.length / 2))
        const versions = await openVersions(db, sessionId)
        if (versions === null) throw new Error('No versions')
        await walk(steps.slice(steps.length / 2))
        await versions.follow()
        expect(versions.head()).toBe(state().head.seq)
        expect(versions.rows().map(({ seq }) => seq)).toEqual(past.map(({ head }) => head.seq))
        for (let times = 0; times < 12; times++) {
          const place = (picks.next().value ?? 0) % past.length
          const then = past[place] as State
          expect(versions.get(then.head.seq)).toEqual(then)
          expect(versions.previous(then.head.seq)).toBe(past[place - 1]?.head.seq ?? null)
          seen++
        }
        // between two stamps it is as after the earlier one; before the first there was nothing
        expect(versions.get(state().head.seq + 100)).toEqual(state())
        expect(versions.get(0)).toBeNull()
      },
    ),
    { numRuns: 15 },
  )
  expect(seen).toBe(180)
})

it('a copy has the versions of what it was made of up to its point, then its own; of no session there are none', async () => {
  const { db, epoch } = await writerDatabase()
  const { state, commit } = await startSession(db, epoch, 's', CONFIG)
  for (let n = 0; n < 6; n++) await commit(send(n))
  await branched(db, epoch, { from: 's', sessionId: 'copy', count: 3, variant: false })
  const versions = await openVersions(db, 'copy')
  const rows = versions?.rows() ?? []
  const own = rows.findIndex(({ input }) => input.type === 'session-branch')
  expect(own).toBeGreaterThan(2)
  for (const { seq } of rows) expect(versions?.get(seq)).toEqual(await stateAt(db, 'copy', seq))
  const last = rows[own - 1]?.seq ?? 0
  const before = versions?.get(last)
  expect(before?.messages).toEqual((await stateAt(db, 's', last))?.messages)
  expect(versions?.get(versions.head() ?? 0)?.messages).toEqual(state().messages.slice(0, 3))
  expect(await openVersions(db, 'nobody')).toBeNull()
})
