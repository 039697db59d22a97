import { describe, expect, it } from 'vitest'
import { type App, eventually } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

// Playwright's own flags hide what a person's browser does: the back/forward cache, and tabs that are put to sleep.
const scene = useScene({ launch: () => ({ ignoreDefaultArgs: ['--disable-back-forward-cache'] }) })

const here = ({ page }: App): string => new URL(page.url()).hash

describe('many tabs, one writer', () => {
  it('eight tabs open and close at random while it works: nothing is lost, nothing is asked without need', async () => {
    const { app: first, mock } = scene
    const MESSAGES = 6
    mock.setScript((request) => {
      const questions = (request.body.messages ?? []).filter(({ role }) => role === 'user')
      return { text: `Answer ${questions.length}.`, pace: { firstMs: 300, chunkMs: 20, chunkSize: 2 } }
    })
    await first.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await first.openEmpty()
    const hash = here(first)
    let tabs: App[] = [first]
    let random = 20_261_121
    const pick = (below: number): number => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return random % below
    }
    let takeovers = 0
    const asked: string[] = []
    for (let step = 0; step < 24; step++) {
      while (tabs.length < 2 || (tabs.length < 8 && pick(2) === 0)) tabs.push(await scene.openTab(hash))
      const tab = tabs[pick(tabs.length)] ?? first
      if (step % 4 === 0) {
        const text = `Question ${asked.length + 1}`
        await tab.untilStatus('Idle', 30_000)
        await tab.send(text)
        asked.push(text)
      } else {
        const victim = tabs[pick(tabs.length)] ?? first
        if (tabs.length > 1 && victim !== tab) {
          tabs = tabs.filter((each) => each !== victim)
          takeovers++
          await victim.page.close()
        }
      }
    }
    const last = tabs[0] ?? first
    await last.untilAnswer(`Answer ${MESSAGES}.`)
    for (const tab of tabs) {
      await tab.untilStatus('Idle', 30_000)
      await eventually(() => tab.questionTexts()).toEqual(asked)
    }
    expect(asked).toHaveLength(MESSAGES)
    // every question once, and at most once more for each tab that was closed
    expect(mock.journal().length).toBeGreaterThanOrEqual(MESSAGES)
    expect(mock.journal().length).toBeLessThanOrEqual(MESSAGES + takeovers)
  })
})
