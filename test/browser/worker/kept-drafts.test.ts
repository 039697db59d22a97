import { afterEach, expect, it } from 'vitest'
import { tabLock } from '../../../src/settings/tab-lock.ts'
import { newId, openPage, type TestPage } from './page.ts'

const pages: TestPage[] = []
afterEach(() => {
  for (const opened of pages.splice(0)) opened.kill()
})

it('unsent words: a tab finds its own and those of tabs that are gone, never those of a tab that lives or what was sent', async () => {
  const p = openPage()
  pages.push(p)
  await p.role('writer')
  const sessionId = newId()
  await p.command({ kind: 'create-session', sessionId, providerId: 'demo', model: 'demo:?speed=1', thinking: 'off' })
  const keep = (tab: string, text: string, id = newId(), at = 1) =>
    p.ask({ kind: 'keep-draft', sessionId, tab, draft: { text, id, at } })
  const texts = async (tab: string) => (await p.ask({ kind: 'list-drafts', sessionId, tab })).map(({ text }) => text)
  await keep('own', 'mine', newId(), 2)
  await keep('gone', 'of nobody')
  await keep('alive', 'of another')
  await p.ask({ kind: 'keep-draft', sessionId: `${sessionId}x`, tab: 'gone', draft: { text: 'else', id: 'e', at: 1 } })
  let letGo = (): void => undefined
  await new Promise<void>((held) => {
    void navigator.locks.request(
      tabLock('alive'),
      () =>
        new Promise<void>((resolve) => {
          letGo = resolve
          held()
        }),
    )
  })
  expect(await texts('own')).toEqual(['of nobody', 'mine'])
  letGo()
  await expect.poll(() => texts('own')).toEqual(['of another', 'of nobody', 'mine'])
  // killed before it heard that its message is on disk
  const messageId = newId()
  await keep('gone', 'Plan a picnic', messageId)
  const content = [{ type: 'text' as const, text: 'Plan a picnic' }]
  await p.command({
    kind: 'input',
    sessionId,
    input: { type: 'user-send-message', messageId, content, delivery: 'steer' },
  })
  expect(await texts('own')).toEqual(['of another', 'mine'])
  // what is attached comes back as it was
  const attached = [{ type: 'image' as const, mediaType: 'image/png', blob: 'a'.repeat(64), name: 'screen.png' }]
  await p.ask({ kind: 'keep-draft', sessionId, tab: 'own', draft: { text: '', id: 'i', at: 2, attached } })
  expect(await p.ask({ kind: 'list-drafts', sessionId, tab: 'own' })).toContainEqual(
    expect.objectContaining({ tab: 'own', text: '', attached }),
  )
  await p.ask({ kind: 'keep-draft', sessionId, tab: 'own', draft: null })
  expect(await texts('own')).toEqual(['of another'])
})
