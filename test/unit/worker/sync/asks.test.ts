import { expect, it, vi } from 'vitest'
import { makeAsks } from '../../../../src/worker/sync/devices/asks.ts'
import type { Answer, Ask, Note } from '../../../../src/worker/sync/devices/notes.ts'

const LOG = 'a'.repeat(32)
const stop = (id: string): Ask => ({ id, log: LOG, input: { type: 'user-abort' } })
const note = (device: string, at: number, said: Pick<Note, 'asks' | 'answers'>): Note => ({
  ...{ format: 1, device, name: device, beat: 0, at, sessions: [] },
  ...said,
})
const settled = () => new Promise((resolve) => setTimeout(resolve))

/** Two devices whose notes are read by hand. */
function makeTwo(carryOut: (ask: Ask) => Promise<Answer | null>) {
  const done = vi.fn(carryOut)
  const owner = makeAsks(done, () => {})
  const follower = makeAsks(
    async () => null,
    () => {},
  )
  return { done, owner, follower }
}

it('what is asked is carried out once, however often the note is read, and its answer comes back', async () => {
  const { done, owner, follower } = makeTwo(async ({ id }) => ({ id, refused: null }))
  const answer = follower.ask(stop('1'), 10_000)
  expect(follower.isWaiting()).toBe(true)
  owner.hear(note('Phone', 1, follower.said()))
  owner.hear(note('Phone', 2, follower.said()))
  await settled()
  owner.hear(note('Phone', 3, follower.said()))
  await settled()
  expect(done).toHaveBeenCalledTimes(1)
  follower.hear(note('Laptop', 1, owner.said()))
  expect(await answer).toEqual({ id: '1', refused: null })
  expect(follower.said().asks).toEqual([])
})

it('what could not be carried out yet is looked at again', async () => {
  let ready = false
  const { done, owner, follower } = makeTwo(async ({ id }) => (ready ? { id, refused: 'Too late.' } : null))
  const answer = follower.ask(stop('1'), 10_000)
  owner.hear(note('Phone', 1, follower.said()))
  await settled()
  expect(owner.said().answers).toEqual([])
  ready = true
  owner.hear(note('Phone', 2, follower.said()))
  await settled()
  expect(done).toHaveBeenCalledTimes(2)
  follower.hear(note('Laptop', 1, owner.said()))
  expect(await answer).toEqual({ id: '1', refused: 'Too late.' })
})

it('an older note that the storage puts back asks and answers nothing', async () => {
  const { done, owner, follower } = makeTwo(async ({ id }) => ({ id, refused: null }))
  void follower.ask(stop('1'), 10_000)
  const old = note('Phone', 5, follower.said())
  owner.hear(note('Phone', 6, { asks: [], answers: [] }))
  owner.hear(old)
  await settled()
  expect(done).not.toHaveBeenCalled()
  follower.drop(LOG)
})

it('without an answer it is over in its time, and when the session is here nobody is asked any more', async () => {
  const { follower } = makeTwo(async () => null)
  expect(await follower.ask(stop('1'), 5)).toBeNull()
  const other = follower.ask({ ...stop('2'), log: 'b'.repeat(32) }, 10_000)
  const here = follower.ask(stop('3'), 10_000)
  follower.drop(LOG)
  expect(await here).toBeNull()
  expect(follower.said().asks?.map(({ id }) => id)).toEqual(['2'])
  follower.drop('b'.repeat(32))
  expect(await other).toBeNull()
})
