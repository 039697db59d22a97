import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

it('Gemini, where the person has its answers stored: a reload in mid-sentence takes up the running answer; Stop ends it there', async () => {
  const { app, mock } = scene
  const reloaded = makeGate()
  const never = new Promise<never>(() => {})
  mock.setScript([heldUntil(reloaded.opened, 120), heldUntil(never, 120)])
  const posted = () =>
    mock.journal().flatMap(({ method, path }) => (method === 'POST' && !path.endsWith('/cancel') ? [path] : []))
  const listened = () => mock.journal().filter(({ path }) => path.endsWith('?stream=true')).length
  await app.connect({ kind: 'Google Gemini', baseUrl: `${mock.url}/v1beta`, model: 'gemini-3-pro', goOn: true })
  await app.send('Count')
  await app.untilAnswer('word9')
  // with its text, the name of the run at the provider
  await app.untilKept(/word2\d/)
  const before = listened()
  await app.page.reload()
  await app.untilAnswer('word9')
  await eventually(listened, 'listening again').toBeGreaterThan(before)
  reloaded.open()
  await app.untilAnswer(/word120$/m)
  await app.untilStatus('Idle')
  const words = Array.from({ length: 120 }, (_, n) => `word${n + 1}`).join(' ')
  expect(await app.lastAnswer()).toContain(words)
  expect(posted()).toEqual(['/v1beta/interactions'])

  await app.send('On')
  await eventually(() => mock.interactions.list().length, 'the second answer').toBe(2)
  await eventually(() => app.answers.count(), 'the second answer').toBe(2)
  await app.untilAnswer('word9')
  await app.button('Stop').click()
  await eventually(() => mock.interactions.list().at(-1)?.status, 'the second answer').toBe('cancelled')
  await app.untilAnswer('Stopped')
  expect(posted()).toHaveLength(2)
  // the whole conversation went along: nothing rests on what Google has kept
  const second = mock.journal().filter(({ path }) => path === '/v1beta/interactions')[1]?.body
  expect(JSON.stringify(second)).toContain('word120')
  expect(second).not.toHaveProperty('previous_interaction_id')
})
