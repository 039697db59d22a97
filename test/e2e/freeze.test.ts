import { setTimeout as pass } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene({ plain: true })

/**
 * Runs in the page: whether a transaction on everything can begin within two seconds; it cannot beside any other that
 * writes or reads.
 */
const canWrite = (): Promise<boolean> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open('reflexor')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const transaction = opening.result.transaction([...opening.result.objectStoreNames], 'readwrite')
      const late = setTimeout(() => transaction.abort(), 2000)
      transaction.oncomplete = () => resolve(true)
      transaction.onabort = () => resolve(false)
      transaction.objectStore('meta').count().onsuccess = () => clearTimeout(late)
      opening.result.close()
    }
  })

describe('a tab that the browser freezes', () => {
  it('in mid-sentence: another takes over within ten seconds; thawed, it shows the same and steals nothing', async () => {
    const { app: first, mock } = scene
    mock.setScript([stuck(60), { words: 90, pace: { chunkMs: 2 } }, { text: 'Still here.' }])
    await first.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await first.send('Count')
    await first.untilAnswer('word3')
    const second = await scene.openTab(new URL(first.page.url()).hash)
    await second.untilAnswer('word5')

    // opening the second has hidden the first: only a hidden page can be frozen
    await eventually(() => first.page.evaluate('document.visibilityState')).toBe('hidden')
    await first.page.evaluate(`{
      globalThis.turns = [performance.now()]
      setInterval(() => turns.push(performance.now()), 100)
    }`)
    await second.page.evaluate(`{
      globalThis.ticks = []
      setInterval(() => ticks.push(Date.now()), 100)
    }`)
    const session = await first.page.context().newCDPSession(first.page)
    let frozen = 0
    for (;;) {
      await session.send('Page.setWebLifecycleState', { state: 'frozen' })
      frozen = Date.now()
      // a worker hears of it a moment later, and may have begun a write by then: twice
      const still = await second.page.evaluate(canWrite)
      await pass(300)
      if (still && (await second.page.evaluate(canWrite))) break
      // No browser does that by itself: it was struck in the middle of a write, which Chromium ends only after 60 s.
      // Once more.
      await session.send('Page.setWebLifecycleState', { state: 'active' })
      await eventually(() => second.page.evaluate(canWrite)).toBe(true)
    }
    await eventually(() => mock.journal().length, 'the asking of the new writer').toBe(2)
    // ten seconds as the tab counts them that takes over: it runs no faster than its machine
    const asked = mock.journal()[1]?.at ?? 0
    const ticks = (await second.page.evaluate('ticks')) as number[]
    expect(ticks.filter((tick) => tick > frozen && tick < asked).length).toBeLessThan(100)
    await second.untilAnswer(/^word1 .* word90\b/s)
    await second.untilStatus('Idle')

    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await first.untilAnswer(/word90\b/)
    await first.untilStatus('Idle')
    // it was frozen indeed: its own timers, once a second when hidden, stood still from then to now
    const slept = (await first.page.evaluate(
      'Math.max(...turns.concat(performance.now()).map((turn, n, all) => turn - (all[n - 1] ?? turn)))',
    )) as number
    expect(slept).toBeGreaterThan(4500)
    await first.page.bringToFront()
    await first.send('Who writes?')
    for (const tab of [first, second]) {
      // a list that is behind another tab is drawn when it comes to the front
      await tab.page.bringToFront()
      await tab.untilAnswer('Still here.')
      await eventually(() => tab.questionTexts()).toEqual(['Count', 'Who writes?'])
    }
    expect(mock.journal()).toHaveLength(3)
  })
})
