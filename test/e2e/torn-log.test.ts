import { describe, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'
import { tearLog } from '../support/torn-log.ts'

/** What is done to the profile must reach no other test. */
const scene = useScene({ ownBrowser: true })
const hashOf = (url: string): string => new URL(url).hash

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
