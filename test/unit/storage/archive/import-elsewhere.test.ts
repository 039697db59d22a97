import { beforeEach, expect, it, vi } from 'vitest'
import type { Head } from '../../../../src/agent/head.ts'
import { importElsewhere } from '../../../../src/storage/archive/elsewhere/import-elsewhere.ts'
import { newCourse } from '../../../../src/storage/archive/import-course.ts'
import type { Database } from '../../../../src/storage/schema.ts'
import { CHATGPT } from '../../../support/exports-elsewhere.ts'

/** The database is left out: what stands here already are the conversations of these titles. */
const here = new Set<string>()
vi.mock('../../../../src/storage/archive/elsewhere/already-here.ts', () => ({
  makeAlreadyHere: async () => async (conversation: { title: string }) =>
    here.has(conversation.title) ? conversation.title : null,
}))
vi.mock('../../../../src/storage/archive/import-session.ts', () => ({
  importSession: async (_: Database, sessionId: string) => ({ sessionId }) as Head,
}))
beforeEach(() => here.clear())

const titles = (count: number): string[] => Array.from({ length: count }, (_, n) => `Kite ${n}`)
async function take(conversations: readonly object[]) {
  const source = () => new Blob([JSON.stringify(conversations)]).stream() as ReadableStream<Uint8Array<ArrayBuffer>>
  const course = newCourse()
  const report = await importElsewhere({} as Database, [source], {
    ...{ now: 0, newId: () => crypto.randomUUID(), problemOfPath: () => null, configure: (config) => config },
    ...{ ownPrompt: '', keep: new Set<string>(), course },
  })
  return { ...report, of: course.of }
}

it('conversations after the 5,000th of an export could never be brought in, however often it was imported', async () => {
  const all = titles(5003)
  const file = all.map((title) => ({ ...CHATGPT, title }))
  const first = await take(file)
  expect([first.sessions.length, first.of]).toEqual([5000, 5003])
  expect(first.refused.map(({ reason }) => reason)).toEqual(['At most 5000 conversations can be imported at a time.'])
  for (const title of all.slice(0, 5000)) here.add(title)
  const second = await take(file)
  expect([second.sessions.length, second.known.length, second.refused]).toEqual([3, 5000, []])
}, 60_000)

it('what is empty or of no known kind takes the place of none, and no more than 5,000 of that are named', async () => {
  const empty = { ...CHATGPT, mapping: {} }
  const file = [...titles(5001).map((title) => ({ title })), ...titles(5001).map(() => empty), CHATGPT]
  const { sessions, refused } = await take(file)
  expect([sessions.length, refused.length]).toEqual([1, 5000])
}, 60_000)
