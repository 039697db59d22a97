import type { Page } from 'playwright'
import { expect, it } from 'vitest'
import { eventually, pressArmed } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()
const DAY = 86_400_000

/** As if the page had been closed since: only this changes when a computer is off for days. */
const closedFor = (page: Page, ms: number): Promise<void> =>
  page.evaluate(async (by) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('reflexor')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const store = db.transaction('settings', 'readwrite').objectStore('settings')
    await new Promise<void>((resolve, reject) => {
      const read = store.get('recurring')
      read.onerror = () => reject(read.error)
      read.onsuccess = () => {
        const row = read.result as { value: { doneUpTo: number }[] }
        for (const task of row.value) task.doneUpTo -= by
        const put = store.put(row)
        put.onsuccess = () => resolve()
        put.onerror = () => reject(put.error)
      }
    })
    db.close()
  }, ms)

it('a task for each morning is asked for, then missed for days: it runs once when the page is opened, and not again after the next reload', async () => {
  const { app, mock } = scene
  const { page } = app
  mock.setScript([
    { toolCalls: [{ name: 'every', arguments: { cron: '0 8 * * *', task: 'Report the weather.' } }] },
    { text: 'It is set.' },
    { text: 'Sunny.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Report the weather each morning at 8')
  await pressArmed(app.toolCalls('every').getByRole('button', { name: 'Approve', exact: true }))
  await app.untilAnswer('It is set.')
  await app.untilStatus('Idle')
  const before = mock.journal().length

  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  const tasks = page.getByRole('list', { name: 'Recurring tasks' })
  await tasks.getByText('Report the weather.').waitFor()
  await app.button('Close').click()

  // the service worker finds the next time, to tell of it while no tab is open
  const isKept = (): Promise<boolean> =>
    page.evaluate(() => caches.has(`recurring-${new URL('./', document.baseURI).href}`))
  await eventually(isKept).toBe(true)

  await closedFor(page, 3 * DAY)
  await page.reload()
  await app.untilAnswer('Sunny.')
  await app.untilStatus('Idle')
  const told = JSON.stringify(mock.journal().at(-1)?.body.messages)
  expect(told).toContain('This one run is for all of them.')
  expect(mock.journal()).toHaveLength(before + 1)
  await page.reload()
  await app.untilStatus('Idle')
  await page.getByRole('button', { name: 'Activity', exact: true }).click()
  await tasks.getByRole('button', { name: 'Delete Report the weather.' }).click()
  await eventually(() => tasks.getByRole('listitem').count()).toBe(0)
  expect(mock.journal()).toHaveLength(before + 1)
})
