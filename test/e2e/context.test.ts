import { describe, expect, it } from 'vitest'
import { appOn, eventually } from '../support/app.ts'
import { isSummary, makeLongReading, NEEDLE, sizeOf, textsOf } from '../support/long-reading.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import { useScene } from '../support/scene.ts'

/**
 * A task that is longer than the model's window, against the wire. What the provider was asked stands in its journal.
 */
const scene = useScene({ build: 'dist-test' })

describe('a conversation longer than the window', () => {
  it('is killed in the middle of a summary: that part is asked for again, the task ends, and what was said first is found', async () => {
    const { app: start, mock } = scene
    const task = makeLongReading(48)
    mock.setScript(task.reply)
    await start.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl, window: 16_000 })
    await start.page.close()
    const app = appOn(await scene.browser.context.newPage())
    // the provider has answered, and nothing of that is on disk
    await app.page.goto(`${scene.site.url}?failpoint=before-compress-commit:1:hang#/`)
    await app.send(NEEDLE)
    await app.untilStatus('Compressing')
    const summaries = (): MockRequest[] => mock.journal().filter(isSummary)
    await eventually(() => summaries()[0]?.finished, 'the first summary').toBe(true)
    const before = mock.journal().length

    const again = await scene.killAndRelaunch(new URL(app.page.url()).hash)
    await again.untilAnswer('It was heron-4711.')
    await again.untilStatus('Idle')
    const next = mock.journal()[before]
    expect(next && textsOf(next)).toBe(textsOf(summaries()[0] as MockRequest))
    expect(Math.max(...mock.journal().map(sizeOf))).toBeLessThanOrEqual(16_000)
    expect(task.reads()).toBeGreaterThanOrEqual(48)
    // nothing but that summary was asked for twice
    const asked = mock.journal().map(textsOf)
    expect(new Set(asked).size).toBe(asked.length - 1)
    await eventually(() => again.questionTexts()).toEqual([NEEDLE])
  })
})
