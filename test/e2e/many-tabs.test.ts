import { describe, expect, it } from 'vitest'
import { type App, eventually } from '../support/app.ts'
import { stuck } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

// Playwright's own flags hide what a person's browser does: the back/forward cache, and tabs that are put to sleep.
const scene = useScene({ launch: () => ({ ignoreDefaultArgs: ['--disable-back-forward-cache'] }) })

/** The person follows a link to another site. */
const goAway = async ({ page }: App): Promise<void> => {
  await page.goto(`${scene.site.url.replace('localhost', '127.0.0.1')}/manifest.webmanifest`, { waitUntil: 'commit' })
}
const here = ({ page }: App): string => new URL(page.url()).hash

describe('many tabs, one writer', () => {
  it('a writer that goes into the back/forward cache gives the work away and comes back as a watcher', async () => {
    const { app: first, mock } = scene
    mock.setScript([stuck(60), { words: 120, pace: { chunkMs: 20 } }, { text: 'Yes.' }])
    await first.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await first.send('Count')
    await first.untilAnswer('word3')
    const hash = here(first)
    const second = await scene.openTab(hash)
    await second.untilAnswer('word5')
    await goAway(first)
    await eventually(() => mock.journal().length, 'the asking of the new writer').toBe(2)
    await first.page.goBack({ waitUntil: 'commit' })
    await second.untilAnswer(/word120$/m)
    await second.untilStatus('Idle')
    await eventually(() => first.lastAnswer(), 'the page that came back').toMatch(/word120$/m)
    await first.send('Are you there?')
    for (const tab of [first, second]) await tab.untilAnswer('Yes.')
    expect(mock.journal()).toHaveLength(3)
  })

  it('a lone tab that goes away and comes back goes on by itself', async () => {
    const { app, mock } = scene
    mock.setScript([stuck(60), { words: 20, pace: { chunkMs: 5 } }])
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Count')
    await app.untilAnswer('word5')
    await goAway(app)
    await eventually(() => mock.journal()[0]?.disconnected, 'the first asking ends with the page').toBe(true)
    await app.page.goBack({ waitUntil: 'commit' })
    await app.untilAnswer('word20')
    await app.untilStatus('Idle')
    expect(mock.journal()).toHaveLength(2)
  })
})
