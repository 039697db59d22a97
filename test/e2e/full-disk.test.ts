import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/**
 * A failpoint of the test build makes each attempt of this page's worker to become the writer fail as on a full disk.
 */
const scene = useScene({ build: 'dist-test' })
const FULL = 'failpoint=before-claim:0:throw-QuotaExceededError'

it('a reload while the disk is full says so, and shows what is there; a message is not taken until there is room, and its words stay', async () => {
  const { app, mock, site } = scene
  mock.setScript([{ text: 'Kept.' }, { text: 'Written when there was room.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('First')
  await app.untilAnswer('Kept.')
  await app.untilStatus('Idle')

  await app.page.goto(`${site.url}?${FULL}${new URL(app.page.url()).hash}`)
  const told = app.page.getByText(/^Cannot save: /).first()
  await told.waitFor()
  await app.untilAnswer('Kept.')
  await app.composer.fill('Second')
  await eventually(() => app.button('Send').isDisabled(), 'the message waits in its box').toBe(true)
  expect(mock.journal()).toHaveLength(1)

  await app.page.goto(`${site.url}${new URL(app.page.url()).hash}`)
  await eventually(() => app.composer.inputValue()).toBe('Second')
  await app.button('Send').click()
  await app.untilAnswer('Written when there was room.')
  await app.untilStatus('Idle')
  await told.waitFor({ state: 'hidden' })
  await eventually(() => app.questionTexts()).toEqual(['First', 'Second'])
  expect(mock.journal()).toHaveLength(2)
})
