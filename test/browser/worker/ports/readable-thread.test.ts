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

it('hostile pages of many shapes are read, or given up in words, while the thread that asked goes on', async () => {
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

it('links of an article lead where they led on its own page, and none to this one', async () => {
  const prose =
    '<p>Rivers run, slowly, to the sea, and the sea is never full, as everybody knows who was there.</p>'.repeat(8)
  const links = ['/top/a', '//cdn.example/b', '?q=1', '#x', '../c'].map((href, n) => `<a href="${href}">link ${n}</a>`)
  const html = `<!doctype html><title>Rivers</title><article><h1>Rivers</h1>${prose}<p>${links.join(', ')}</p>${prose}</article>`
  const { text } = await readWithin(20_000, html, 'https://news.example/2026/a.html', new AbortController().signal)
  expect(text).toContain(
    [
      ...['[link 0](https://news.example/top/a)', '[link 1](https://cdn.example/b)'],
      ...['[link 2](https://news.example/2026/a.html?q=1)', '[link 3](https://news.example/2026/a.html#x)'],
      '[link 4](https://news.example/c)',
    ].join(', '),
  )
  expect(text).not.toContain(location.host)
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
