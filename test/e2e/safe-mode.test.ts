import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const NOT_RUNNING = 'Not running (safe mode)'

it('an interrupted session can be looked at in safe mode, nobody asks for it until that is left, and other tabs say why', async () => {
  const { app, mock } = scene
  mock.setScript([stuck(60), { text: 'Went on.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Count')
  await app.untilAnswer('word3')
  const { hash } = new URL(app.page.url())
  await app.page.close()

  const safe = await scene.openTab('#/safe')
  await safe.page.getByText('Safe mode: nothing is running').waitFor()
  await safe.sessions.getByRole('link').first().click()
  await safe.untilStatus(NOT_RUNNING)
  await eventually(() => safe.questionTexts()).toEqual(['Count'])
  const other = await scene.openTab(hash)
  await other.page.getByText('Safe mode in another tab: nothing is running').waitFor()
  await other.untilStatus(NOT_RUNNING)
  await other.page.close()
  expect(mock.journal()).toHaveLength(1)

  await safe.button('Leave safe mode').click()
  await safe.untilAnswer('Went on.')
  await eventually(() => new URL(safe.page.url()).hash).toBe(hash)
  expect(mock.journal()).toHaveLength(2)
})
