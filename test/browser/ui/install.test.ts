import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { manyRows } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const hint = page.getByRole('region', { name: 'Install as an app' })
const box = page.getByRole('textbox', { name: 'Message' })
const provider = { id: 'p', kind: 'anthropic', label: 'Mine', baseUrl: 'https://x.example', model: 'm' } as const

/** The browser would install the page, and asks when it is told to. */
function offer(outcome: 'accepted' | 'dismissed'): { asked: () => number; wasKept: boolean } {
  let asked = 0
  const prompt = (): Promise<{ outcome: string }> => {
    asked++
    return Promise.resolve({ outcome })
  }
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  dispatchEvent(event)
  return { asked: () => asked, wasKept: event.defaultPrevented }
}
function fakeWith(sessions: number) {
  const fake = makeFakeWorker()
  fake.providers = [{ ...provider, models: ['m'], createdAt: 1, hasKey: true }]
  for (let n = 0; n < sessions; n++) fake.addSession(`s${n}`, manyRows(2))
  return fake
}

it('nothing offered to install the app: who has come back a few times is asked once on the start page, and the settings have it always', async () => {
  await openPage(fakeWith(3))
  await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
  // this browser does not say yet that it can
  expect(hint.query()).toBe(null)
  const first = offer('dismissed')
  expect(first.wasKept).toBe(true)
  await expect.element(hint).toBeVisible()
  await hint.getByRole('button', { name: 'Not now' }).click()
  await expect.poll(() => hint.query()).toBe(null)
  await expect.element(box).toHaveFocus()
  expect(first.asked()).toBe(0)

  await page.getByRole('button', { name: 'Settings', exact: true }).click()
  await page.getByRole('tab', { name: 'Appearance' }).click()
  const setting = page.getByRole('group', { name: 'Install as an app' })
  await setting.getByRole('button', { name: 'Install', exact: true }).click()
  await expect.poll(first.asked).toBe(1)
  // it can be asked once; the browser's menu has it still
  await expect.element(setting.getByText('use the browser’s own menu')).toBeVisible()
  expect(setting.getByRole('button').query()).toBe(null)
})

it('the start page says that the app is being installed, and is done with the question', async () => {
  await openPage(fakeWith(3))
  await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
  const { asked } = offer('accepted')
  await hint.getByRole('button', { name: 'Install', exact: true }).click()
  await expect.element(page.getByText('Reflexor is being installed.')).toBeVisible()
  expect(asked()).toBe(1)
  await expect.poll(() => hint.query()).toBe(null)
})

it('a newcomer is not asked to install anything', async () => {
  await openPage(fakeWith(1))
  await expect.element(page.getByRole('heading', { name: 'What can I help with?' })).toBeVisible()
  offer('accepted')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(hint.query()).toBe(null)
})
