import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/** OpenAI goes on with an answer while no page listens: in the built app, with its own wire. */

const scene = useScene()

it('OpenAI: a reload in mid-sentence takes up the running answer, which is asked for once; Stop ends it there', async () => {
  const { app, mock } = scene
  mock.setScript([
    { words: 120, pace: { chunkMs: 40, chunkSize: 8 } },
    { words: 4000, pace: { chunkMs: 40, chunkSize: 8 } },
  ])
  await app.connect({ kind: 'OpenAI', baseUrl: mock.baseUrl })
  await app.send('Count')
  await app.untilAnswer('word9')
  await app.page.reload()
  await app.untilAnswer('word9')
  await app.untilAnswer(/word120$/m)
  await app.untilStatus('Idle')
  const words = Array.from({ length: 120 }, (_, n) => `word${n + 1}`).join(' ')
  expect(await app.lastAnswer()).toContain(words)
  const asked = (wanted: string) => mock.journal().filter(({ method }) => method === wanted)
  expect(asked('POST').map(({ path }) => path)).toEqual(['/v1/responses'])
  expect(asked('GET').length).toBeGreaterThan(0)

  await app.send('On')
  await eventually(() => mock.runs.list().length, 'the second answer').toBe(2)
  await app.untilAnswer('word9')
  await app.button('Stop').click()
  await eventually(() => mock.runs.list().at(-1)?.status, 'the second answer').toBe('cancelled')
  await app.untilAnswer('Stopped')
  expect(asked('POST').filter(({ path }) => path === '/v1/responses')).toHaveLength(2)
})
