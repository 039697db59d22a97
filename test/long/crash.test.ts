import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { pastePicture, pasteText } from '../support/paste.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene({ ownBrowser: true })
const hashOf = (url: string): string => new URL(url).hash

it('SIGKILL of the browser, without the address of the session: it goes on all the same, and stands in the list', async () => {
  const { app, mock } = scene
  mock.setScript([stuck(60), { text: 'Finished after the crash.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Something long')
  await app.untilAnswer('word5')
  const again = await scene.killAndRelaunch()
  await eventually(() => mock.journal().length, 'the second asking').toBe(2)
  await again.sessions.getByRole('link').first().click()
  await again.untilAnswer('Finished after the crash.')
  await again.untilStatus('Idle')
})

it('unsent words with a picture and a long text pasted to them just before a SIGKILL: both are attached again, and go with the message', async () => {
  const { app, mock } = scene
  mock.setScript([{ text: 'A square and a story.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.button('Attach files').last().waitFor()
  await app.composer.fill('Look at both')
  await pastePicture(app.page)
  await app.button('Remove screen.png').waitFor()
  await pasteText(app.composer, 'A line of the story.\n'.repeat(1000))
  await app.button('Remove Pasted text').waitFor()
  await app.untilKept(/Look at both.{0,200}"attached":\[.{0,2000}screen\.png.{0,2000}Pasted text/s)
  const again = await scene.killAndRelaunch(hashOf(app.page.url()))
  await again.button('Remove screen.png').waitFor()
  await again.button('Remove Pasted text').waitFor()
  await eventually(() => again.composer.inputValue(), 'the box').toBe('Look at both')
  await again.button('Send').click()
  await again.untilAnswer('A square and a story.')
  const sent = JSON.stringify(mock.journal()[0]?.body.messages)
  expect(sent).toContain('data:image/')
  expect(sent.split('A line of the story.')).toHaveLength(1001)
})
