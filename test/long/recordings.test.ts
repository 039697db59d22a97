import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'
import { waveFile } from '../support/wave-file.ts'

const scene = useScene()
const WAVE = waveFile(2)
const attachments = (page: Page) => page.getByRole('list', { name: 'Attachments' }).getByRole('listitem')
const attach = (page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> =>
  page.locator('input[type=file][aria-label="Attach files"]').setInputFiles(files)

/** The first bytes of an MP3, and no sound behind them. */
const NO_SOUND = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.alloc(400, 1)])

type Part = { text?: string; inlineData?: { mimeType: string; data: string } }

it('a recording goes to Gemini as sound, in the next turn too, and is played in the transcript after a reload; what only calls itself sound is refused', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'You say nothing.' }, { text: 'Still nothing.' }])
  await app.connect({ kind: 'Google Gemini', baseUrl: `${mock.url}/v1beta`, key: 'key', model: 'gemini-3-pro' })
  await attach(app.page, [
    { name: 'fake.mp3', mimeType: 'audio/mpeg', buffer: NO_SOUND },
    { name: 'talk.wav', mimeType: 'audio/wav', buffer: WAVE },
  ])
  await app.page.getByRole('alert').getByText('Not attached: It is damaged, or not audio').waitFor()
  await app.button('Remove fake.mp3').click()
  await eventually(() => attachments(app.page).allInnerTexts()).toEqual([expect.stringMatching(/^talk\.wav\s+0:02$/)])
  await app.send('What do I say?')
  await app.untilAnswer('You say nothing.')
  await app.send('And now?')
  await app.untilAnswer('Still nothing.')
  const sound = { mimeType: 'audio/wav', data: WAVE.toString('base64') }
  const asked = mock.journal().map(({ body }) => (body as { contents?: { parts: Part[] }[] }).contents ?? [])
  expect(asked).toHaveLength(2)
  const named = { text: expect.stringContaining('[Attached file of the workspace: talk.wav') }
  for (const contents of asked)
    expect(contents[0]?.parts).toEqual([named, { inlineData: sound }, { text: 'What do I say?' }])

  await app.page.reload()
  const player = app.questions.first().getByRole('figure', { name: 'talk.wav' }).locator('audio')
  await eventually(() => player.evaluate((audio) => (audio as HTMLAudioElement).duration)).toBe(2)
})

it('a recording in the workspace is heard with read_file, over a reload, too', async () => {
  const { app, mock } = scene
  const read = { toolCalls: [{ name: 'read_file', arguments: { path: 'talk.wav' } }] }
  mock.setScript([read, { text: 'It is silent.' }])
  await app.connect({ kind: 'Google Gemini', baseUrl: `${mock.url}/v1beta`, key: 'key', model: 'gemini-3-pro' })
  await app.openEmpty('gemini-3-pro')
  await app.openFiles()
  await app.page.getByLabel('Files to upload').setInputFiles({ name: 'talk.wav', mimeType: 'audio/wav', buffer: WAVE })
  await app.files.getByText('talk.wav').first().waitFor()
  await app.send('Listen to talk.wav')
  await app.untilAnswer('It is silent.')
  await app.untilStatus('Idle')
  await app.page.reload()
  await app.untilAnswer('It is silent.')
  mock.setScript([{ text: 'Still silent.' }])
  await app.send('Sure?')
  await app.untilAnswer('Still silent.')
  const sound = { inlineData: { mimeType: 'audio/wav', data: WAVE.toString('base64') } }
  const heard = mock.journal().map(({ body }) => (body as { contents?: { parts: Part[] }[] }).contents ?? [])
  expect(
    heard.map((contents) => contents.flatMap(({ parts }) => parts).filter((part) => part.inlineData).length),
  ).toEqual([0, 1, 1])
  expect(heard[2]?.flatMap(({ parts }) => parts)).toContainEqual(sound)
  expect(JSON.stringify(heard[1])).toContain('a recording of about 2 seconds')
})

it('before a recording is sent to a model that cannot hear, the person is told; the model is told that it is there', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'I cannot hear it.' }])
  await app.connect({ kind: 'Anthropic', baseUrl: mock.baseUrl, key: 'key', model: 'claude-sonnet-5' })
  await attach(app.page, [{ name: 'talk.wav', mimeType: 'audio/wav', buffer: WAVE }])
  await attachments(app.page).getByText('This model can’t listen to audio. It will only see the file name.').waitFor()
  await app.send('What do I say?')
  await app.untilAnswer('I cannot hear it.')
  expect(JSON.stringify(mock.journal()[0]?.body.messages)).toContain(
    '[recording: talk.wav, not heard: this model takes no sound of this kind]',
  )
})
