import { afterEach, expect, it } from 'vitest'
import { privateId } from '../../../src/settings/private-session.ts'
import { databasesAsText } from '../../support/databases-as-text.ts'
import { newId, openPage, type TestPage, textOf } from './page.ts'

/** A private session is in its worker's memory alone, and the machine in it is the same as any other. */

const WORD = 'xylophone'
const pages: TestPage[] = []
const page = (): TestPage => {
  const opened = openPage()
  pages.push(opened)
  return opened
}
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

const fresh = (): string => privateId(crypto.randomUUID())
const demo = (speed: number) => ({ providerId: 'demo', model: `demo:?speed=${speed}`, thinking: 'low' }) as const
const send = (p: TestPage, sessionId: string, text: string) =>
  p.command({
    kind: 'input',
    sessionId,
    input: { type: 'user-send-message', messageId: newId(), content: [{ type: 'text', text }], delivery: 'steer' },
  })

async function begin(p: TestPage, speed: number): Promise<string> {
  const sessionId = fresh()
  expect(await p.command({ kind: 'create-session', sessionId, ...demo(speed) })).toMatchObject({ outcome: 'committed' })
  await p.open(sessionId)
  expect(await send(p, sessionId, `Plan a picnic with a ${WORD}`)).toMatchObject({ outcome: 'committed' })
  return sessionId
}
const listed = async (p: TestPage): Promise<string[]> => (await p.ask({ kind: 'list-sessions' })).map(({ id }) => id)

it('runs with real tools from a message to idle, and leaves no word in any database', async () => {
  const p = page()
  const sessionId = await begin(p, 20)
  await p.until(() => p.status(sessionId) === 'idle', 'idle')
  expect(textOf(p.view(sessionId)).join()).toContain(WORD)
  const { files } = await p.ask({ kind: 'files', sessionId })
  expect(files.length).toBeGreaterThan(0)
  const [file] = files
  const stored = await p.ask({ kind: 'blob', sha: file?.blob ?? '', sessionId })
  expect(stored?.byteLength).toBe(file?.size)
  expect(await p.ask({ kind: 'blob', sha: file?.blob ?? '' }), 'not on the disk').toBeNull()
  const draft = { id: 'd', text: `half a ${WORD}`, attached: [], at: 1 }
  await p.ask({ kind: 'keep-draft', sessionId, tab: 'tab', draft } as never)
  expect((await p.ask({ kind: 'list-drafts', sessionId, tab: 'tab' })).map(({ text }) => text)).toEqual([draft.text])
  const disk = await databasesAsText()
  expect(disk).not.toContain(WORD)
  expect(disk).not.toContain(sessionId)
  // the search has the same disk in which the word of a usual session is found
  const usual = newId()
  await p.command({ kind: 'create-session', sessionId: usual, ...demo(20) })
  await send(p, usual, `A usual ${WORD}`)
  expect(await databasesAsText()).toContain(WORD)
})

it('no other tab hears of it, and when its tab dies it is nowhere', async () => {
  const p = page()
  await p.role('writer')
  const q = page()
  await q.role('follower')
  const sessionId = await begin(p, 0.5)
  await p.until(() => p.heard.some((m) => m.type === 'stream' && m.sessionId === sessionId), 'some text')
  expect(await listed(p)).toEqual([sessionId])
  expect(await listed(q)).toEqual([])
  expect(await q.open(sessionId)).toBeNull()
  expect(JSON.stringify(q.heard)).not.toContain(sessionId)
  p.kill()
  await q.role('writer')
  expect(await listed(q)).toEqual([])
  expect(await q.open(sessionId)).toBeNull()
  expect(await send(q, sessionId, 'Are you there?')).toMatchObject({
    type: 'refused',
    refusal: { code: 'private-ended' },
  })
  expect(await databasesAsText()).not.toContain(WORD)
})

it('a tab that does not write runs its own, and keeps it when it begins to write', async () => {
  const p = page()
  await p.role('writer')
  const q = page()
  await q.role('follower')
  const sessionId = await begin(q, 0.5)
  p.kill()
  await q.role('writer')
  await q.command({ kind: 'input', sessionId, input: { type: 'user-configure', config: { model: demo(20) } } })
  await q.until(() => q.status(sessionId) === 'idle', 'idle')
  expect(await listed(q)).toEqual([sessionId])
})

it('ends in the middle of an answer when the person says so, with its copies, and does not come back', async () => {
  const p = page()
  const sessionId = await begin(p, 0.5)
  await p.until(() => p.heard.some((m) => m.type === 'stream' && m.sessionId === sessionId), 'some text')
  const copy = sessionId.replace(/.$/, 'z')
  const wish = { kind: 'branch-session', sessionId: copy, from: sessionId, at: { count: 1 }, variant: true } as const
  expect(await p.command(wish)).toMatchObject({ outcome: 'committed' })
  expect((await listed(p)).sort()).toEqual([sessionId, copy].sort())
  const other = await begin(p, 20)
  await p.ask({ kind: 'end-private', sessionId })
  expect(await listed(p), 'the other is still there').toEqual([other])
  expect(await p.open(sessionId)).toBeNull()
  expect(await p.open(copy)).toBeNull()
  const again = { kind: 'create-session', sessionId, ...demo(20) } as const
  expect(await p.command(again), 'a command that comes late').toMatchObject({ type: 'refused' })
  const after = p.heard.length
  await p.until(() => p.status(other) === 'idle', 'the other idle')
  expect(JSON.stringify(p.heard.slice(after)), 'it says nothing more').not.toContain(sessionId)
  expect(await databasesAsText()).not.toContain(WORD)
})

it('keeps nothing for later: no memory, no recurring task, no sharing', async () => {
  const p = page()
  const sessionId = await begin(p, 20)
  const tools = p.view(sessionId)?.config.tools ?? {}
  expect([tools.remember, tools.forget, tools.every].map((tool) => tool?.approval)).toEqual(['never', 'never', 'never'])
  expect(tools.write_file?.approval).not.toBe('never')
  const task = { id: 'r', sessionId, task: WORD, times: '0 8 * * *', on: true }
  await expect(p.ask({ kind: 'save-recurring', ...task })).rejects.toThrow('not-in-private')
})
