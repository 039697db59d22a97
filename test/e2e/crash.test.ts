import { describe, expect, it } from 'vitest'
import { appOn, eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { crashTab } from '../support/launch.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
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
