import { describe, expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { isSummary, makeLongReading, NEEDLE, sizeOf, textsOf } from '../support/long-reading.ts'
import type { MockRequest } from '../support/mock-provider.ts'
import { useScene } from '../support/scene.ts'

/**
 * A task that is longer than the model's window, against the wire. What the provider was asked stands in its journal.
 */
const scene = useScene({ build: 'dist-test' })

const WINDOW = 16_000
const CALLS = 300
describe('a conversation longer than the window', () => {
  it('goes on to its end through compressions and reloads, within the window, and finds again what was said first', async () => {
    const { app, mock } = scene
    const task = makeLongReading(CALLS)
    mock.setScript(task.reply)
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.openEmpty()
    await app.button('Session options').click()
    const options = app.page.getByRole('dialog', { name: 'Session options' })
    await options.getByRole('textbox', { name: /Context window/ }).fill(String(WINDOW))
    await options.getByRole('textbox', { name: 'Turns per run' }).fill('1000')
    await options.getByRole('heading', { name: 'Tools', exact: true }).click()
    await options.getByRole('button', { name: 'Close', exact: true }).click()
    await eventually(() => app.page.getByRole('button', { name: /^Context: .* of 16k tokens$/ }).count()).toBe(1)

    await app.send(NEEDLE)
    const summaries = (): MockRequest[] => mock.journal().filter(isSummary)
    await eventually(() => summaries().length, 'summaries', 90_000).toBeGreaterThanOrEqual(1)
    const { hash } = new URL(app.page.url())
    const left: { from: number; to: number }[] = []
    const leave = async (how: () => Promise<unknown>): Promise<void> => {
      const from = Date.now()
      await how()
      left.push({ from, to: Date.now() })
    }
    // left in the middle of a summary, at each of its steps, where it stood still for good
    for (const point of ['before-compress', 'mid-compress', 'before-compress-commit']) {
      await leave(() => app.page.goto(`${scene.site.url}?failpoint=${point}:1:hang${hash}`))
      await app.untilStatus('Compressing', 60_000)
      const asked = summaries().length
      await app.page.waitForTimeout(500)
      await leave(() => app.page.goto(`${scene.site.url}${hash}`))
      await eventually(() => summaries().length, `a summary after ${point}`, 60_000).toBeGreaterThan(asked)
    }
    await eventually(() => summaries().length, 'summaries', 90_000).toBeGreaterThanOrEqual(3)
    await leave(() => app.page.reload())
    await app.untilAnswer('It was heron-4711.', 150_000)
    await app.untilStatus('Idle')

    const sizes = mock.journal().map(sizeOf)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(WINDOW)
    expect(task.reads()).toBeGreaterThanOrEqual(CALLS)
    expect(new Set(summaries().map(textsOf)).size).toBeGreaterThanOrEqual(10)
    // one that was under way when the page was left is asked for once more, whether the provider had sent all of it or
    // not: what was not committed is gone. Nothing else is asked for twice.
    const asked = summaries()
    asked.forEach((request, n) => {
      const before = asked.slice(0, n).findLast((earlier) => textsOf(earlier) === textsOf(request))
      if (before === undefined) return
      expect(before, 'the one before it').toBe(asked[n - 1])
      const leaving = left.findIndex(({ from, to }) => before.at <= to && request.at >= from)
      expect(leaving, `a summary asked for again at ${request.at}, after ${before.at}`).toBeGreaterThanOrEqual(0)
      left.splice(leaving, 1)
    })
    // what was looked up has left no trace in the record
    expect(await app.toolCalls('search_history').count()).toBe(0)

    await app.page.getByRole('button', { name: /^Context: / }).click()
    const dialog = app.page.getByRole('dialog', { name: 'What the model sees' })
    await eventually(() => visibleText(dialog), 'the dialog').toContain('Summary')
    await eventually(() => visibleText(dialog), 'the dialog').toContain('16k')
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  })

  it('a refusal for length heals itself: the window is learned from its words, and the question is asked again', async () => {
    const { app, mock } = scene
    const long = 'word '.repeat(6000)
    let fine = 0
    mock.setScript((request) => {
      if (isSummary(request)) return { text: '## Asked\nA long text was told.' }
      if (sizeOf(request) > 12_000)
        return { error: { status: 400, message: "This model's maximum context length is 12000 tokens." } }
      return { text: `Fine ${++fine}.` }
    })
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send(`one ${long.slice(0, 20_000)}`)
    await app.untilAnswer('Fine 1.')
    await app.send(`two ${long.slice(0, 20_000)}`)
    await app.untilAnswer('Fine 2.', 60_000)
    await app.untilStatus('Idle', 60_000)
    await app.send('three')
    await app.untilAnswer('Fine 3.', 60_000)
    await app.untilStatus('Idle', 60_000)
    expect(mock.journal().filter(isSummary).length).toBeGreaterThanOrEqual(1)
    await eventually(() => app.page.getByRole('button', { name: /^Context: .* of 12k tokens$/ }).count()).toBe(1)
  })
})
