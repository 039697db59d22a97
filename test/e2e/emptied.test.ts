import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'
import { spoilLog } from '../support/torn-log.ts'

/** What is done to the profile must reach no other test. */
const scene = useScene({ ownBrowser: true })
const hashOf = (url: string): string => new URL(url).hash

/** Waits until the copy beside the database has these words. */
const untilCopied = (page: Page, words: string): Promise<void> =>
  eventually(
    () =>
      page.evaluate(async () => {
        const root = await navigator.storage.getDirectory()
        const folder = await root.getDirectoryHandle('copies-of-reflexor').catch(() => null)
        const texts: string[] = []
        for await (const handle of folder?.values() ?? [])
          if (handle instanceof FileSystemFileHandle) texts.push(await (await handle.getFile()).text())
        return texts.join('')
      }),
    'copied',
  ).toContain(words)

describe('a storage that the browser finds damaged, and empties', () => {
  it('comes back from the copy beside it; what ran is stopped, and continues when the person writes', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'The first answer.' }, stuck(60), { text: 'The second answer.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('The first question')
    await app.untilAnswer('The first answer.')
    await app.send('The second question')
    await app.untilAnswer('word20')
    await untilCopied(app.page, 'The second question')
    await untilCopied(app.page, mock.baseUrl)
    const hash = hashOf(app.page.url())
    const again = await scene.killAndRelaunch(hash, spoilLog)
    await again.page.getByRole('heading', { name: 'Your sessions are coming back' }).waitFor()
    await again.page.getByRole('button', { name: 'Reload the page' }).click()
    await eventually(() => again.questionTexts()).toEqual(['The first question', 'The second question'])
    await again.page.getByText('The first answer.').waitFor()
    expect(mock.journal()).toHaveLength(2)
    await again.send('And now?')
    await again.untilAnswer('The second answer.')
    await again.untilStatus('Idle')
  })

  it('is told to the person, who is not left to wonder where everything is; after a reload a new beginning works', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'The first answer.' }, { text: 'A new beginning.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('The first question')
    await app.untilAnswer('The first answer.')
    await app.untilStatus('Idle')
    // nothing was copied yet
    await untilCopied(app.page, 'The first answer.')
    await app.page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      await root.removeEntry('copies-of-reflexor', { recursive: true })
    })
    // at its address, as the browser restores a tab
    const again = await scene.killAndRelaunch(hashOf(app.page.url()), spoilLog)
    await again.page.getByRole('heading', { name: 'Your data on this device is gone' }).waitFor()
    await again.page.getByRole('button', { name: 'Reload the page' }).click()
    await again.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await again.send('Anew')
    await again.untilAnswer('A new beginning.')
  })
})
