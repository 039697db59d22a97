import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil, stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
/** Milliseconds, the least after which a tab gives up a writer that is silent (src/worker/tabs/election.ts). */
const SILENCE = 5000

/** Two tabs on one session with an answer under way. */
async function twoTabs(): Promise<{ first: typeof scene.app; second: typeof scene.app }> {
  const { app: first, mock } = scene
  await first.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await first.send('Count')
  await first.untilAnswer('word3')
  const second = await scene.openTab(new URL(first.page.url()).hash)
  return { first, second }
}

describe('a second tab', () => {
  it('shows the answer while it comes, steers it, and neither tab asks twice', async () => {
    const { mock } = scene
    const steered = makeGate()
    mock.setScript([heldUntil(steered.opened, 90), { text: 'Turning left.' }])
    const { first, second } = await twoTabs()
    await second.untilAnswer('word10')
    await second.untilStatus('Writing')
    await second.send('Turn left', 'Steer')
    steered.open()
    for (const tab of [first, second]) {
      await tab.untilAnswer('Turning left.')
      await tab.untilStatus('Idle')
      await eventually(() => tab.questionTexts()).toEqual(['Count', 'Turn left'])
    }
    expect(mock.journal()).toHaveLength(2)
    // the steering waited for the end of the sentence
    await eventually(() => mock.journal()[0]?.finished).toBe(true)
  })

  it('takes over in mid-sentence when the first is closed, and does not wait until that would have been silent for long', async () => {
    const { mock } = scene
    mock.setScript([stuck(60), { words: 90, pace: { chunkMs: 2 } }])
    const { first, second } = await twoTabs()
    await second.untilAnswer('word10')
    await second.page.evaluate(`{
      globalThis.ticks = []
      setInterval(() => ticks.push(Date.now()), 100)
    }`)
    await first.page.close()
    const closed = Date.now()
    await eventually(() => mock.journal().length, 'the asking of the new writer').toBe(2)
    // as the tab counts that takes over: it runs no faster than its machine
    const asked = mock.journal()[1]?.at ?? 0
    const ticks = (await second.page.evaluate('ticks')) as number[]
    expect(ticks.filter((tick) => tick > closed && tick < asked).length).toBeLessThan(SILENCE / 100)
    await second.untilAnswer(/^word1 .* word90$/s)
    await second.untilStatus('Idle')
    await eventually(() => second.answers.count()).toBe(1)
    // it is the writer now: a new message is answered
    await second.send('Once more')
    await eventually(() => mock.journal().length).toBe(3)
  })
})
