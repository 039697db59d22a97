import { afterEach, expect, it } from 'vitest'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Mode } from '../../../src/agent/mode.ts'
import { claimEpoch } from '../../../src/storage/epoch.ts'
import { changePreferences } from '../../../src/storage/settings/settings.ts'
import { trustOf } from '../../../src/worker/ports/session-trust.ts'
import { emptyStorage } from '../storage/empty.ts'
import { CONFIG } from '../storage/rows.ts'
import { connect, createSession } from '../storage/support.ts'
import { newId, openPage, type TestPage } from './page.ts'

/** Where the mode of a session comes from, and where it does not. */

const pages: TestPage[] = []
const page = (): TestPage => {
  const opened = openPage()
  pages.push(opened)
  return opened
}
afterEach(async () => {
  for (const opened of pages.splice(0)) opened.kill()
  await emptyStorage()
})
const create = async (p: TestPage, more: { mode?: Mode } = {}): Promise<string> => {
  const sessionId = newId()
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo', thinking: 'off', ...more })
  return sessionId
}
const configure = (p: TestPage, sessionId: string, mode: Mode) =>
  p.command({ kind: 'input', sessionId, input: { type: 'user-configure', config: { mode } } })
const modeOf = async (p: TestPage, sessionId: string): Promise<Mode | undefined> =>
  (await p.open(sessionId))?.view.config.mode

it('a new session begins with the mode of the settings, or with the one chosen for it; it is there after a reload', async () => {
  const p = page()
  await p.role('writer')
  expect(await modeOf(p, await create(p))).toBeUndefined()
  await p.ask({ kind: 'set-preferences', preferences: { mode: 'careful' } })
  expect(await modeOf(p, await create(p))).toBe('careful')
  expect(await modeOf(p, await create(p, { mode: 'ask' }))).toBeUndefined()
  const chosen = await create(p, { mode: 'free' })
  expect(await modeOf(p, chosen)).toBe('free')
  await configure(p, chosen, 'careful')
  p.kill()
  const q = page()
  await q.role('writer')
  expect(await modeOf(q, chosen)).toBe('careful')
})

it('an imported session kept the mode of whoever made it: it begins in "Ask", whatever the settings say', async () => {
  const p = page()
  const sessionId = await create(p, { mode: 'free' })
  const { file } = await p.ask({ kind: 'export', sessionIds: [sessionId], settings: true })
  await p.ask({ kind: 'set-preferences', preferences: { mode: 'free' } })
  const { sessions } = await p.ask({ kind: 'import', file, again: true })
  const copy = sessions[0]?.id ?? ''
  expect(await modeOf(p, copy)).toBe('ask')
  // nor does a branch of it, at a time when it was another’s
  const branch = newId()
  await p.command({ kind: 'branch-session', sessionId: branch, from: copy, at: { seq: 1 }, variant: false })
  expect(await modeOf(p, branch)).toBe('ask')
})

it('a branch has the mode that its source has now', async () => {
  const p = page()
  const sessionId = await create(p, { mode: 'free' })
  await configure(p, sessionId, 'careful')
  const branch = newId()
  await p.command({ kind: 'branch-session', sessionId: branch, from: sessionId, at: { seq: 1 }, variant: false })
  expect(await modeOf(p, branch)).toBe('careful')
})

it('a helper has at most the mode of each session above it, as it is now; of one that is not here, "Ask"', async () => {
  const db = await connect()
  const epoch = await claimEpoch(db)
  const parent = (session: string, depth: number) => ({ parent: { session, call: 'c', depth } })
  await createSession(db, epoch, { config: { ...CONFIG, mode: 'careful' }, head: { sessionId: 'top' } })
  await createSession(db, epoch, {
    config: { ...CONFIG, mode: 'free' },
    head: { sessionId: 'middle', ...parent('top', 1) },
  })
  const of = async (mode: Mode | undefined, above: string | null): Promise<Mode> => {
    const { head } = initiate('helper')
    const state = {
      head: { ...head, ...(above !== null && parent(above, 2)) },
      config: { ...CONFIG, ...(mode && { mode }) },
    }
    return (await trustOf(db, state)).mode
  }
  expect(await of('free', null)).toBe('free')
  expect(await of(undefined, null)).toBe('ask')
  expect(await of('free', 'middle')).toBe('careful')
  expect(await of('ask', 'middle')).toBe('ask')
  expect(await of('free', 'nowhere')).toBe('ask')
})

it('what the person set to ask in all sessions asks in every mode', async () => {
  const db = await connect()
  await changePreferences(db, { approvals: { disk_edit: 'ask', read: 'allow' } })
  const { head } = initiate('s')
  const { isToAsk } = await trustOf(db, { head, config: { ...CONFIG, mode: 'free' } })
  expect(['disk_edit', 'read', 'constructor'].map(isToAsk)).toEqual([true, false, false])
})
