import { readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const NOTIFY = { name: 'notify', arguments: { title: 'Kites' } }

it('the first of 20 messages is edited while a run goes on, switched back, asked again, branched, and reloaded in the middle', {
  timeout: 120_000,
}, async () => {
  const { app, mock } = scene
  const { page } = app
  const replies = Array.from({ length: 9 }, (_, n) => ({ text: `Answer ${n}.` }))
  const write = { name: 'write_file', arguments: { path: 'notes.md', content: 'later' } }
  mock.setScript([...replies, { text: 'Writing.', toolCalls: [write] }, stuck(60)])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  for (let n = 0; n < 9; n++) {
    await app.send(`Question ${n}`)
    await app.untilAnswer(`Answer ${n}.`)
  }
  await app.send('Question 9')
  await app.untilAnswer('word3')
  const first = page.url()
  const you = (text: string) => app.questions.filter({ hasText: text })
  const scrollUp = async (): Promise<void> => {
    await eventually(async () => {
      await app.conversation.evaluate((log) => log.scrollTo({ top: 0 }))
      return app.questions.first().getAttribute('aria-posinset')
    }).toBe('1')
  }

  // the edit's run starts, and the old one, which would never end, stays as it was, stopped
  mock.setScript([stuck(60), { words: 60 }])
  await scrollUp()
  await you('Question 0').getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await page.getByText('1 workspace file is as it was then.').waitFor()
  await editor.fill('Another question')
  await app.button('Save and send').click()
  await eventually(() => page.url(), 'the variant is open').not.toBe(first)
  const second = page.url()
  await you('Another question').waitFor()
  await app.untilAnswer('word2')
  await page.reload()
  await app.untilAnswer('word60')
  await app.untilStatus('Idle')
  await eventually(() => app.questions.count()).toBe(1)
  const variants = (of: Locator) =>
    eventually(() => visibleText(of.getByRole('group', { name: 'Variants' })), 'variants')
  await variants(you('Another question')).toBe('2 / 2')
  // only what stands in this variant is sent
  const asked = mock.journal().at(-1)?.body.messages ?? []
  expect(asked.filter(({ role }) => role !== 'system')).toHaveLength(1)
  await eventually(() => app.sessions.getByRole('link').count()).toBe(1)

  await app.button('Previous variant').click()
  await eventually(() => page.url()).toBe(first)
  await you('Question 0').waitFor()
  await variants(you('Question 0')).toBe('1 / 2')
  await app.untilStatus('Stopped')
  await app.button('Next variant').click()
  await eventually(() => page.url()).toBe(second)
  // the address is there before the other variant is in view
  await you('Another question').waitFor()

  // asked again, a third line of the conversation
  mock.setScript([{ text: 'Said anew.' }, { text: 'Elsewhere.' }])
  await app.answers.last().getByRole('button', { name: 'Ask again' }).click()
  await eventually(() => page.url()).not.toBe(second)
  await app.untilAnswer('Said anew.')
  await app.untilStatus('Idle')
  await variants(app.answers.last()).toBe('2 / 2')
  await variants(you('Another question')).toBe('2 / 2')
  await eventually(() => app.sessions.getByRole('link').count()).toBe(1)

  // a session of its own, which nothing runs in by itself
  const third = page.url()
  await app.answers.last().getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Branch' }).click()
  await eventually(() => page.url()).not.toBe(third)
  await app.untilStatus('Idle')
  await page.getByRole('note', { name: 'Branch' }).waitFor()
  await eventually(() => app.sessions.getByRole('link').count()).toBe(2)
  const before = mock.journal().length
  await page.reload()
  await page.getByRole('note', { name: 'Branch' }).waitFor()
  expect(mock.journal()).toHaveLength(before)
  await app.send('Go on')
  await app.untilAnswer('Elsewhere.')
  await app.untilStatus('Idle')
  expect(mock.journal()).toHaveLength(before + 1)

  // any input of its journal is gone back to, and forked from: that stands still
  const fourth = page.url()
  const asked4 = mock.journal().length
  const newest = app.sessions
    .getByRole('listitem')
    .filter({ has: page.getByRole('link') })
    .first()
  await newest.hover()
  await newest.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Inspect' }).click()
  const inspector = page.getByRole('dialog', { name: 'Inspector' })
  await inspector.getByRole('slider', { name: 'Position in the journal' }).press('Home')
  await inspector.getByText('Past', { exact: true }).waitFor()
  await inspector.getByRole('tab', { name: 'Journal' }).click()
  await inspector.getByRole('searchbox').fill('Said anew')
  await inspector.getByRole('group', { name: 'Journal' }).getByRole('button').first().click()
  await inspector.getByText('"brain-send-message-complete"').waitFor()
  await inspector.getByRole('button', { name: 'Go to this input' }).click()
  await inspector.getByRole('button', { name: 'Fork here' }).click()
  await eventually(() => page.url(), 'the fork is open').not.toBe(fourth)
  await app.answers.filter({ hasText: 'Said anew.' }).waitFor()
  // the address is there before the fork is in view, and the first words are those of both
  await eventually(() => app.answers.filter({ hasText: 'Elsewhere.' }).count()).toBe(0)
  await app.untilStatus('Idle')
  expect(mock.journal()).toHaveLength(asked4)
})

it('a run is taken away as one file: in another browser it is a recording, played, and gone on from with what its tools said then', {
  timeout: 120_000,
}, async () => {
  const { app, mock } = scene
  const { page } = app
  mock.setScript([{ text: 'Telling.', toolCalls: [NOTIFY] }, { text: 'Told.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Tell me')
  await app.untilAnswer('Told.')
  await app.untilStatus('Idle')
  await eventually(() => visibleText(app.toolCalls('notify'))).toMatch(/^(?![\s\S]*As recorded)[\s\S]*Done/)
  await app.sessions.getByRole('link').first().hover()
  await app.sessions.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Share' }).click()
  const sharing = page.getByRole('dialog', { name: 'Share' })
  await sharing.getByRole('radio', { name: /^Black box/ }).check()
  const downloading = page.waitForEvent('download')
  await sharing.getByRole('button', { name: 'Save', exact: true }).click()
  const box = readFileSync(await (await downloading).path())
  await sharing.getByRole('button', { name: 'Close', exact: true }).click()

  // handed over in the middle of a run: it stops here, and goes on there with one press
  mock.setScript([stuck(60)])
  await app.send('Count for me')
  await app.untilAnswer('word3')
  await app.sessions.getByRole('link').first().hover()
  await app.sessions.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Move to another device' }).click()
  const handing = page.getByRole('dialog', { name: 'Move to another device' })
  const saving = page.waitForEvent('download')
  await handing.getByRole('button', { name: 'Stop here and save the file' }).click()
  const handed = readFileSync(await (await saving).path())
  await handing.getByText(/^Saved .*\.reflexor/).waitFor()
  await handing.getByRole('button', { name: 'Close', exact: true }).click()
  await app.untilStatus('Stopped')
  await openElsewhere(box, handed)
})

/** In a browser that knows nothing of it. */
async function openElsewhere(box: Buffer, handed: Buffer): Promise<void> {
  const { mock } = scene
  const app = await scene.anotherDevice({ width: 1280, height: 800 })
  const { page } = app
  const bringIn = async (buffer: Buffer): Promise<void> => {
    await app.button('Settings').click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('tab', { name: 'Data' }).click()
    const file = { name: 'run.reflexor', mimeType: 'application/zip', buffer }
    await settings.getByLabel('Exported file').setInputFiles(file)
    await settings.getByText('Imported 1 session').waitFor()
    await settings.getByRole('link', { name: 'Open it' }).click()
    await settings.waitFor({ state: 'hidden' })
  }
  await bringIn(handed)
  await app.untilStatus('Stopped')
  await eventually(() => app.questionTexts()).toEqual(['Tell me', 'Count for me'])
  const before = mock.journal().length
  mock.setScript([{ text: 'Counted on the other device.' }])
  // this device has no provider yet: that is said, and one that is added there is the session's
  await app.button('Retry').click()
  await page.getByText('This device has no provider for this session.').first().waitFor()
  await app.conversation.getByRole('button', { name: 'Add provider', exact: true }).click()
  await app.fillProvider({
    kind: 'OpenAI-compatible',
    baseUrl: mock.baseUrl,
    key: 'test-key-1234567890',
    model: 'mock-model',
  })
  await app.providerDialog.getByRole('button', { name: 'Save', exact: true }).click()
  await app.providerDialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Model of this session: mock-model' }).waitFor()
  await app.button('Retry').click()
  await app.untilAnswer('Counted on the other device.')
  await app.untilStatus('Idle')
  expect(mock.journal()).toHaveLength(before + 1)
  await app.sessions.getByRole('link').first().hover()
  await app.sessions.getByRole('button', { name: 'Actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await eventually(() => app.sessions.getByRole('link').filter({ hasNotText: 'New session' }).count()).toBe(0)

  await bringIn(box)
  const asked = mock.journal().length
  await page.getByRole('region', { name: 'Recording' }).getByRole('button', { name: 'Replay' }).click()
  const replay = page.getByRole('region', { name: 'Replay' })
  await replay.getByRole('combobox', { name: 'Speed' }).selectOption({ label: 'Immediately' })
  await replay.getByRole('button', { name: 'Play from the start' }).waitFor()
  await app.untilAnswer('Told.')
  const slider = replay.getByRole('slider', { name: 'Position in the journal' })
  await eventually(async () => {
    const [asked, answered] = [await app.questions.count(), await app.answers.count()]
    // what is drawn may be a press behind: too far is gone back from
    if (answered > 0) await slider.press('ArrowLeft')
    else if (asked === 0) await slider.press('ArrowRight')
    return [asked, answered].join()
  }, 'before the first answer').toBe('1,0')
  expect(mock.journal()).toHaveLength(asked)

  mock.setScript([{ text: 'Telling again.', toolCalls: [NOTIFY] }, { text: 'Told again.' }])
  await replay.getByRole('combobox', { name: 'Tools in a copy' }).selectOption({ label: 'Use recorded results only' })
  await replay.getByRole('button', { name: 'Continue with a model' }).click()
  await page.getByRole('menuitem', { name: /^Fork here and continue with mock-model/ }).click()
  await app.untilAnswer('Told again.')
  await app.untilStatus('Idle')
  await eventually(() => visibleText(app.toolCalls('notify'))).toContain('As recorded')
  await eventually(() => visibleText(page.getByRole('note', { name: 'Branch' }))).toContain(
    'Tools use recorded results',
  )
}
