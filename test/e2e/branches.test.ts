import { expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('the first of 20 messages is edited while a run goes on, switched back, asked again, branched, and reloaded in the middle', async () => {
  const { app, mock } = scene
  const { page } = app
  const replies = Array.from({ length: 9 }, (_, n) => ({ text: `Answer ${n}.` }))
  const slow = { words: 60, pace: { chunkMs: 40 } }
  const write = { name: 'write_file', arguments: { path: 'notes.md', content: 'later' } }
  mock.setScript([...replies, { text: 'Writing.', toolCalls: [write] }, slow])
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

  // the edit's run starts, and the old one stays as it was, stopped
  mock.setScript([{ ...slow, words: 30 }])
  await scrollUp()
  await you('Question 0').getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await page.getByText('1 file of the workspace is as then.').waitFor()
  await editor.fill('Another question')
  await app.button('Save and send').click()
  await eventually(() => page.url(), 'the variant is open').not.toBe(first)
  const second = page.url()
  await app.untilAnswer('word2')
  await page.reload()
  await app.untilAnswer('word30')
  await app.untilStatus('Idle')
  expect(await app.questions.count()).toBe(1)
  expect(await visibleText(you('Another question').getByRole('group', { name: 'Variants' }))).toBe('2 / 2')
  // only what stands in this variant is sent
  const asked = mock.journal().at(-1)?.body.messages ?? []
  expect(asked.filter(({ role }) => role !== 'system')).toHaveLength(1)
  expect(await app.sessions.getByRole('link').count()).toBe(1)

  await app.button('Previous variant').click()
  await eventually(() => page.url()).toBe(first)
  await you('Question 0').waitFor()
  expect(await visibleText(you('Question 0').getByRole('group', { name: 'Variants' }))).toBe('1 / 2')
  await app.untilStatus('Stopped')
  await app.button('Next variant').click()
  await eventually(() => page.url()).toBe(second)

  // asked again, a third line of the conversation
  mock.setScript([{ text: 'Said anew.' }, { text: 'Elsewhere.' }])
  await app.answers.last().getByRole('button', { name: 'Ask again' }).click()
  await eventually(() => page.url()).not.toBe(second)
  await app.untilAnswer('Said anew.')
  await app.untilStatus('Idle')
  expect(await visibleText(app.answers.last().getByRole('group', { name: 'Variants' }))).toBe('2 / 2')
  expect(await visibleText(you('Another question').getByRole('group', { name: 'Variants' }))).toBe('2 / 2')
  expect(await app.sessions.getByRole('link').count()).toBe(1)

  // a session of its own, which nothing runs in by itself
  const third = page.url()
  await app.answers.last().getByRole('button', { name: 'Branch' }).click()
  await eventually(() => page.url()).not.toBe(third)
  await app.untilStatus('Idle')
  await page.getByRole('note', { name: 'Branch' }).waitFor()
  expect(await app.sessions.getByRole('link').count()).toBe(2)
  const before = mock.journal().length
  await page.reload()
  await page.getByRole('note', { name: 'Branch' }).waitFor()
  expect(mock.journal()).toHaveLength(before)
  await app.send('Go on')
  await app.untilAnswer('Elsewhere.')
  await app.untilStatus('Idle')

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
  expect(await app.answers.filter({ hasText: 'Elsewhere.' }).count()).toBe(0)
  await app.untilStatus('Idle')
  expect(mock.journal()).toHaveLength(asked4)
})
