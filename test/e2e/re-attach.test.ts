import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

/** OpenAI goes on with an answer while no page listens: in the built app, with its own wire. */

const scene = useScene()

it('OpenAI: a reload in mid-sentence takes up the running answer, which is asked for once; Stop ends it there', async () => {
  const { app, mock } = scene
  const reloaded = makeGate()
  const never = new Promise<never>(() => {})
  mock.setScript([heldUntil(reloaded.opened, 120), heldUntil(never, 120)])
  const asked = (wanted: string) => mock.journal().filter(({ method }) => method === wanted)
  await app.connect({ kind: 'OpenAI', baseUrl: mock.baseUrl })
  await app.send('Count')
  await app.untilAnswer('word9')
  // with its text, the name of the run at the provider
  await app.untilKept(/word2\d/)
  await app.page.reload()
  await app.untilAnswer('word9')
  await eventually(() => asked('GET').length, 'listening again').toBeGreaterThan(0)
  reloaded.open()
  await app.untilAnswer(/word120$/m)
  await app.untilStatus('Idle')
  const words = Array.from({ length: 120 }, (_, n) => `word${n + 1}`).join(' ')
  expect(await app.lastAnswer()).toContain(words)
  expect(asked('POST').map(({ path }) => path)).toEqual(['/v1/responses'])

  await app.send('On')
  await eventually(() => mock.runs.list().length, 'the second answer').toBe(2)
  await eventually(() => app.answers.count(), 'the second answer').toBe(2)
  await app.untilAnswer('word9')
  await app.button('Stop').click()
  await eventually(() => mock.runs.list().at(-1)?.status, 'the second answer').toBe('cancelled')
  await app.untilAnswer('Stopped')
  expect(asked('POST').filter(({ path }) => path === '/v1/responses')).toHaveLength(2)
})
