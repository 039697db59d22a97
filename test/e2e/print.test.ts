import { expect, it } from 'vitest'
import { useScene } from '../support/scene.ts'

const scene = useScene({ notInstalled: true })

it('Ctrl+P printed the part of a conversation that was in view, with the panels around it: all of it goes to the printer, and nothing else', async () => {
  const { app, mock } = scene
  const { page } = app
  mock.setScript((_, n) => ({
    text: `## Answer ${n}\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${'A line of it.\n\n'.repeat(60)}The end of ${n}, with $x^2$.`,
  }))
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  for (const n of [0, 1, 2]) {
    await app.send(`Question ${n}`)
    await app.untilAnswer(`The end of ${n}`)
    await app.untilStatus('Idle')
  }
  // what a person chooses in the browser's own dialog is between the two
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  const handedOver = page.evaluate(
    () => new Promise((resolve) => window.addEventListener('beforeprint', () => resolve(true), { once: true })),
  )
  await page.keyboard.press('Control+p')
  await handedOver
  await page.emulateMedia({ media: 'print' })
  // biome-ignore lint/performance/useDomNodeTextContent: rendered text is what is asked for
  const paper = await page.locator('body').innerText()
  for (const n of [0, 1, 2])
    for (const words of [`Question ${n}`, `Answer ${n}`, `The end of ${n}`]) expect(paper).toContain(words)
  for (const words of ['Settings', 'New session', 'Files', 'Copy CSV', 'Preparing']) expect(paper).not.toContain(words)
  await page.getByRole('dialog', { name: 'Print', includeHidden: true }).waitFor({ state: 'attached' })
  // it is printed, and told of that
  expect((await page.pdf()).length).toBeGreaterThan(10_000)
  await page.emulateMedia({ media: null })
  await page.getByRole('dialog', { name: 'Print' }).waitFor({ state: 'detached' })
})
