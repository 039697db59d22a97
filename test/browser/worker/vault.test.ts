import { afterEach, expect, it } from 'vitest'
import { DEMO_PROVIDER } from '../../../src/settings/provider.ts'
import { emptyStorage } from '../storage/empty.ts'
import { openPage, type TestPage } from './page.ts'

/** The passphrase in real workers of several tabs. */

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

const WORDS = 'correct horse battery staple'
const stateOf = async (p: TestPage): Promise<string> => (await p.ask({ kind: 'get-vault' })).state

const isKey = (message: unknown): boolean => (message as { type: string }).type === 'key'
/** Time enough for a key to be opened and taken. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 300))

it('is typed once for all tabs, locked in all, and nothing that opens the vault lies open on the channel', async () => {
  const heard: unknown[] = []
  const channel = new BroadcastChannel('reflexor-vault')
  channel.onmessage = ({ data }) => heard.push(data)
  const p = page()
  await p.role('writer')
  expect(await p.ask({ kind: 'set-passphrase', passphrase: WORDS, lockAfter: null })).toMatchObject({
    state: 'open',
    lockAfter: null,
  })
  const q = page()
  await q.role('follower')
  await expect.poll(() => stateOf(q)).toBe('open')
  await q.ask({ kind: 'lock-vault' })
  await expect.poll(() => stateOf(p)).toBe('locked')
  // a key that was given before the locking and comes after it
  for (const late of heard.filter(isKey)) channel.postMessage(late)
  await settled()
  expect([await stateOf(p), await stateOf(q)]).toEqual(['locked', 'locked'])
  await expect(q.ask({ kind: 'unlock-vault', passphrase: 'correct horse' })).rejects.toThrow('wrong-passphrase')
  expect(await stateOf(p)).toBe('locked')
  await q.ask({ kind: 'unlock-vault', passphrase: WORDS })
  await expect.poll(() => stateOf(p)).toBe('open')
  channel.close()
  expect(heard.length).toBeGreaterThan(2)
  for (const message of heard) {
    expect(['here', 'key', 'lock']).toContain((message as { type: string }).type)
    expect(Object.values(message as object).some((value) => value instanceof CryptoKey)).toBe(false)
  }
  expect(JSON.stringify(heard)).not.toContain('horse')
  // after all tabs are closed it is asked for again
  for (const opened of pages.splice(0)) opened.kill()
  expect(await stateOf(page())).toBe('locked')
})

const NEWS = { type: 'settings-changed' }
const newsOf = ({ heard }: TestPage): number => heard.filter(({ type }) => type === NEWS.type).length

it('the keys were unlocked in one tab, and another said at its first question that they are locked, and its page heard of no change', async () => {
  const p = page()
  await p.role('writer')
  await p.ask({ kind: 'set-passphrase', passphrase: WORDS, lockAfter: null })
  const q = page()
  await q.role('follower')
  expect(await stateOf(q)).toBe('open')
  const [before, early] = [newsOf(p), newsOf(q)]
  await q.ask({ kind: 'lock-vault' })
  await p.until(() => newsOf(p) > before, 'the news of the locking')
  expect([await stateOf(p), newsOf(q) > early]).toEqual(['locked', true])
  const locked = newsOf(q)
  await p.ask({ kind: 'unlock-vault', passphrase: WORDS })
  await q.until(() => newsOf(q) > locked, 'the news of the unlocking')
  expect(await stateOf(q)).toBe('open')
})

it('the first thing that a tab does is to store an API key, and the keys are unlocked in another: it was refused as locked', async () => {
  const p = page()
  await p.role('writer')
  await p.ask({ kind: 'set-passphrase', passphrase: WORDS, lockAfter: null })
  const q = page()
  await q.role('follower')
  const provider = { ...DEMO_PROVIDER, id: 'own', kind: 'openai', baseUrl: 'https://models.example/v1' } as const
  expect(await q.ask({ kind: 'save-provider', provider, key: 'sk-1' })).toMatchObject({ hasKey: true })
})
