import { expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { CHATGPT } from '../support/exports-elsewhere.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const MANY = 500
const file = {
  name: 'conversations.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify(
      Array.from({ length: MANY }, (_, n) => ({ ...CHATGPT, title: `Kite ${n}`, create_time: 1_600_000_000 + n })),
    ),
  ),
}

it('a reload in the middle of an import ended it without a word: it is told how far it came, and the file brings the rest', async () => {
  const { app } = scene
  const settings = app.page.getByRole('dialog', { name: 'Settings' })
  const begin = async () => {
    await app.button('Settings').click()
    await settings.getByRole('tab', { name: 'Data' }).click()
    await settings.getByLabel('Exported file').setInputFiles(file)
  }
  await begin()
  const bar = settings.getByRole('progressbar', { name: 'Import' })
  await eventually(async () => Number(await bar.getAttribute('value')), 'conversations that have come').toBeGreaterThan(
    5,
  )
  await app.page.reload()
  const notice = app.page.getByRole('status', { name: 'Notice' })
  await eventually(() => visibleText(notice)).toMatch(
    /^Importing conversations\.json stopped at \d+ of 500 conversations because the page was reloaded or closed\./,
  )
  const came = Number(/at (\d+) of/.exec(await visibleText(notice))?.[1])
  expect(came).toBeGreaterThan(5)
  expect(came).toBeLessThan(MANY)
  await begin()
  const outcome = settings.getByText(/were already here\.$/)
  await outcome.waitFor()
  const [, brought, known] =
    /Imported (\d+) sessions as recordings.* (\d+) conversations were/.exec(await visibleText(outcome)) ?? []
  // what came between the last look and the reload is here, too
  expect(Number(known)).toBeGreaterThanOrEqual(came)
  expect(Number(brought) + Number(known)).toBe(MANY)
  await settings.getByLabel('Exported file').setInputFiles(file)
  await settings.getByText(`${MANY} conversations were already here.`).waitFor()
})
