import type { Page } from 'playwright-core'
import type { Message } from '../../src/agent/message.ts'
import { type AppRow, problemOfApp } from './oracle-view.ts'
import { pause } from './pause.ts'

/** How long the product's page may take to come to its end, ms. */
const PATIENCE = 30_000

// what stands between rows, as a summary does, has no place among them
const READ_ROWS = `[...document.querySelectorAll('[role="log"] article[aria-posinset]')].map((article) => ({
  n: Number(article.getAttribute('aria-posinset')) - 1,
  total: Number(article.getAttribute('aria-setsize')),
  label: article.getAttribute('aria-label') ?? '',
  text: article.textContent ?? '',
}))`

/**
 * Reads the product's page as a person who wants to see the latest; what stands there when it is right, or after some
 * time.
 */
export async function readApp(page: Page, messages: readonly Message[]): Promise<AppRow[]> {
  const end = Date.now() + PATIENCE
  await Promise.race([page.bringToFront(), pause(PATIENCE)])
  for (;;) {
    // an answer to a call may have been given further up
    const jump = page.getByRole('button', { name: 'Jump to latest' })
    if (await jump.isVisible()) await jump.click({ timeout: 1500 }).catch(() => {}) // it goes when the end is reached
    const rows = (await page.evaluate(READ_ROWS)) as AppRow[]
    if (problemOfApp(rows, messages) === null || Date.now() > end) return rows
    await pause(100)
  }
}
