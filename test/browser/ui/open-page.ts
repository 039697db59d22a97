import '../../../src/ui/base/styles/main.css'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { type Page, startPage } from '../../../src/ui/page/boot/start-page.tsx'
import type { FakeWorker } from '../../support/fake-worker.ts'

/**
 * Opens the whole page over a fake worker at a hash; it is taken down after the test. Its storage is empty unless
 * `keep`.
 */
export async function openPage(fake: FakeWorker, hash = '#/', keep = false): Promise<Page> {
  if (!keep) for (const storage of [localStorage, sessionStorage]) storage.clear()
  // setting the same size again would lay the page out once more
  if (innerWidth !== 1280 || innerHeight !== 800) await page.viewport(1280, 800)
  history.replaceState(null, '', hash)
  const root = document.createElement('div')
  root.id = 'root'
  document.body.append(root)
  const opened = startPage({ openPort: fake.openPort })
  opened.show(root)
  let gone = false
  const dispose = opened.dispose
  opened.dispose = () => {
    if (gone) return
    gone = true
    dispose()
    root.remove()
    history.replaceState(null, '', '#/')
  }
  onTestFinished(opened.dispose)
  return opened
}

/** The files come by themselves with the first one: until then a person opens them. */
export async function openFiles(): Promise<void> {
  const toggle = page.getByRole('button', { name: 'Show files' })
  await expect.element(toggle).toBeVisible()
  if (toggle.element().getAttribute('aria-pressed') !== 'true') await toggle.click()
  await expect.element(page.getByRole('region', { name: 'Files', exact: true })).toBeVisible()
}
