import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { appOn, eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { crashTab } from '../support/launch.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'
import { spoilLog, tearLog } from '../support/torn-log.ts'

const scene = useScene({ ownBrowser: true })
const hashOf = (url: string): string => new URL(url).hash

describe('SIGKILL of the browser', () => {
  it('in mid-sentence: what was received is there, and the answer is finished by itself', async () => {
    const { app, mock } = scene
    const seen = makeGate()
    mock.setScript([stuck(60), { words: 60, holdUntil: { events: 0, until: seen.opened } }])
    await app.connect({ kind: 'Anthropic', baseUrl: mock.baseUrl })
    await app.send('Count to sixty')
    await app.untilAnswer('word20')
    await app.untilKept(/word2\d/)
    const again = await scene.killAndRelaunch(hashOf(app.page.url()))

    await again.untilAnswer('Interrupted')
    await again.untilAnswer('word1 word2 word3')
    seen.open()
    await again.untilAnswer(/^word1 .* word60$/s)
    await again.untilStatus('Idle')
    await eventually(() => again.questionTexts()).toEqual(['Count to sixty'])
    expect(mock.journal()).toHaveLength(2)
    expect(mock.journal()[1]?.body.messages).toEqual(mock.journal()[0]?.body.messages)
    // the key came back from the vault
    expect(mock.journal()[1]?.headers['x-api-key']).toBe('test-key-1234567890')
  })
})

describe('SIGKILL in the middle of a write of the browser, which leaves half a record in its log', () => {
  it('what was said before and after is there at the start after next: the browser does not find its storage corrupt and empty it', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'The first answer.' }, { text: 'The second answer.' }, { text: 'The third answer.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('The first question')
    await app.untilAnswer('The first answer.')
    await app.untilStatus('Idle')
    const hash = hashOf(app.page.url())
    let torn = (): boolean => true
    const second = await scene.killAndRelaunch(hash, (profile) => {
      torn = tearLog(profile)
    })
    await second.send('The second question')
    await second.untilAnswer('The second answer.')
    await second.untilStatus('Idle')
    await eventually(torn, 'the torn log is in use').toBe(false)
    const third = await scene.killAndRelaunch(hash)
    await third.untilAnswer('The second answer.')
    await third.send('The third question')
    await third.untilAnswer('The third answer.')
    await eventually(() => third.questionTexts()).toEqual([
      'The first question',
      'The second question',
      'The third question',
    ])
  })
})

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
  it('comes back from the copy beside it, and the answer that was under way is finished by itself', async () => {
    const { app, mock } = scene
    mock.setScript([{ text: 'The first answer.' }, stuck(60), { text: 'The second answer.' }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('The first question')
    await app.untilAnswer('The first answer.')
    await app.send('The second question')
    await app.untilAnswer('word20')
    await untilCopied(app.page, 'The second question')
    const hash = hashOf(app.page.url())
    const again = await scene.killAndRelaunch(hash, spoilLog)
    await again.page.getByRole('heading', { name: 'Your sessions are coming back' }).waitFor()
    await again.page.getByRole('button', { name: 'Reload the page' }).click()
    await again.untilAnswer('The second answer.')
    await again.untilStatus('Idle')
    await eventually(() => again.questionTexts()).toEqual(['The first question', 'The second question'])
    // asked again as before, with all that was said
    expect(mock.journal()).toHaveLength(3)
    expect(mock.journal()[2]?.body.messages).toEqual(mock.journal()[1]?.body.messages)
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
    const again = await scene.killAndRelaunch('', spoilLog)
    await again.page.getByRole('heading', { name: 'Your data on this device is gone' }).waitFor()
    await again.page.getByRole('button', { name: 'Reload the page' }).click()
    await again.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await again.send('Anew')
    await again.untilAnswer('A new beginning.')
  })
})

describe('unsent words', () => {
  it('typed just before a SIGKILL are gone: they are in the box again, taken-back ones too, and another tab’s are offered', async () => {
    const { app, mock, browser } = scene
    mock.setScript([stuck(60)])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Count to sixty')
    await app.untilAnswer('word3')
    await app.send('and then backwards', 'Follow up')
    const { page } = app
    await page.getByRole('button', { name: 'Remove' }).click()
    const box = page.getByRole('textbox', { name: 'Message' })
    await page.getByRole('list', { name: 'Queued messages' }).waitFor({ state: 'detached' })
    const other = await browser.context.newPage()
    await other.goto(page.url())
    const otherBox = other.getByRole('textbox', { name: 'Message' })
    await otherBox.fill('words of another tab')
    await eventually(() => box.inputValue(), 'the box').toBe('and then backwards')
    await box.pressSequentially(', slowly')
    await eventually(() => box.inputValue(), 'the box').toBe('and then backwards, slowly')
    // a third of a second later they are where a kill does not reach them
    for (const words of [/and then backwards, slowly/, /words of another tab/]) await app.untilKept(words)
    const again = await scene.killAndRelaunch(hashOf(page.url()))
    const boxAgain = again.page.getByRole('textbox', { name: 'Message' })
    const offered = again.page.getByRole('list', { name: 'Unsent text' })
    await offered.waitFor()
    const all = async (): Promise<string> => `${await boxAgain.inputValue()} | ${await offered.allInnerTexts()}`
    await eventually(all, 'both texts').toContain('and then backwards, slowly')
    await eventually(all, 'both texts').toContain('words of another tab')
    // each one taken leaves the list
    const add = offered.getByRole('button', { name: 'Add to the box' })
    for (let left = await add.count(); left > 0; left -= 1) {
      await add.first().click()
      await eventually(() => add.count(), 'texts left').toBe(left - 1)
    }
    await eventually(() => boxAgain.inputValue(), 'the box').toContain('and then backwards, slowly')
    await eventually(() => boxAgain.inputValue(), 'the box').toContain('words of another tab')
    await offered.waitFor({ state: 'detached' })
  })
})

describe('a crash of the tab', () => {
  it('in mid-sentence: a new tab finishes the answer', async () => {
    const { app, mock, browser } = scene
    const seen = makeGate()
    mock.setScript([stuck(60), { words: 60, holdUntil: { events: 0, until: seen.opened } }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Count to sixty')
    await app.untilAnswer('word20')
    await app.untilKept(/word2\d/)
    const url = app.page.url()
    await crashTab(app.page)

    const page = await browser.context.newPage()
    await page.goto(url)
    const again = appOn(page)
    await again.untilAnswer('Interrupted')
    seen.open()
    await again.untilAnswer(/^word1 .* word60$/s)
    await again.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(2)
  })
})
