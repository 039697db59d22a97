import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { longChatGpt } from '../support/exports-elsewhere.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

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

it('Ctrl+P in a conversation of thousands of messages made the page stand still for a minute: it is printed in parts, and closing the dialog ends the work', async () => {
  const { page, button, sessions, conversation } = scene.app
  await button('Settings').click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('tab', { name: 'Data' }).click()
  const buffer = Buffer.from(JSON.stringify([longChatGpt(2200)]))
  await settings
    .getByLabel('Exported file')
    .setInputFiles({ name: 'conversations.json', mimeType: 'application/json', buffer })
  await settings.getByText(/^Imported 1 session/).waitFor()
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  await sessions.getByRole('link').first().click()
  await conversation.getByText('said 2199 times').waitFor()
  const printed = await page.evaluateHandle(() => {
    const papers: string[] = []
    // as a browser does it whose dialog was used at once
    window.print = () => {
      papers.push(document.body.lastElementChild?.textContent ?? '')
      window.dispatchEvent(new Event('afterprint'))
    }
    return papers
  })
  const papers = () => printed.jsonValue()

  await page.keyboard.press('Control+p')
  const dialog = page.getByRole('dialog', { name: 'Print' })
  const part = dialog.getByRole('combobox', { name: 'Part' })
  await part.and(page.locator(':focus')).waitFor()
  expect(await papers()).toEqual([])
  await dialog.getByRole('button', { name: 'Print' }).click()
  await eventually(async () => (await papers()).length).toBe(1)
  expect((await papers())[0]).toMatch(/Messages 2,001 to 2,200 of 2,200.*said 2000 times.*said 2199 times/s)
  expect((await papers())[0]).not.toContain('said 1999 times')

  // it stays for the next part, with the focus where it was
  await part.selectOption({ label: 'Messages 1 to 1,000 of 2,200' })
  await dialog.getByRole('button', { name: 'Print' }).press('Enter')
  await eventually(async () => (await papers()).length).toBe(2)
  expect((await papers())[1]).toMatch(/said 0 times.*said 999 times/s)
  expect((await papers())[1]).not.toContain('said 1000 times')
  expect(await dialog.getByRole('button', { name: 'Print' }).evaluate((it) => it === document.activeElement)).toBe(true)

  await dialog.getByRole('button', { name: 'Print' }).press('Enter')
  await dialog
    .getByRole('status')
    .getByText(/Preparing: \d+ messages/)
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForTimeout(3000)
  expect((await papers()).length).toBe(2)
})
