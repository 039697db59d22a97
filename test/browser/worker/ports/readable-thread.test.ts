import { expect, it } from 'vitest'
import { readWithin } from '../../../../src/worker/ports/make-readable.ts'
import { hostilePages } from '../../../support/hostile-html.ts'

/** Counts how often this thread comes to its next task: a thread that is held up does not. */
function countRounds(): { rounds: () => number; stop: () => void } {
  const { port1, port2 } = new MessageChannel()
  let rounds = 0
  port1.onmessage = () => {
    rounds++
    port2.postMessage(null)
  }
  port2.postMessage(null)
  return { rounds: () => rounds, stop: () => port1.close() }
}

it('hostile pages of many shapes are read, or given up in words, while the thread that asked goes on', {
  timeout: 150_000,
}, async () => {
  const never = new AbortController().signal
  const outcomeOf = (html: string): Promise<string> =>
    readWithin(1500, html, 'https://a.example/', never).then(
      ({ text }) => typeof text,
      (error: Error) => error.message,
    )
  const pages = hostilePages(400_000)
  for (let from = 0; from < pages.length; from += 7) {
    const { rounds, stop } = countRounds()
    // a task that holds this thread up leaves no rounds between two of these
    let atLast = 0
    const held: number[] = []
    const clock = setInterval(() => {
      held.push(rounds() - atLast)
      atLast = rounds()
    }, 100)
    const batch = pages.slice(from, from + 7)
    const outcomes = await Promise.all(batch.map(async ([name, html]) => `${name}: ${await outcomeOf(html)}`))
    clearInterval(clock)
    stop()
    for (const outcome of outcomes) expect(outcome).toMatch(/: (string|This page could not be read: .*)$/)
    expect(held).not.toContain(0)
  }
})

it('Stop ends the reading of a page that would take for ever', async () => {
  const controller = new AbortController()
  const { rounds, stop } = countRounds()
  const page = readWithin(60_000, '<b><i>'.repeat(300_000), 'https://a.example/', controller.signal)
  setTimeout(() => controller.abort(new Error('stopped')), 300)
  let stoppedAt = Number.POSITIVE_INFINITY
  controller.signal.addEventListener('abort', () => {
    stoppedAt = rounds()
  })
  await expect(page).rejects.toThrow('stopped')
  expect(rounds() - stoppedAt).toBeLessThan(5)
  stop()
})
