#!/usr/bin/env node
/**
 * Makes the pictures of the README and of the manifest (`public/screenshots`) from the built app: the demo works on its
 * task, and is reloaded in the middle. Run `npm run build` first.
 */
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'
import { preview } from 'vite'
import { ensureBrowser, launchArgs } from './find-browser.mjs'

const pictures = [
  { name: 'wide', width: 1280, height: 800, colorScheme: /** @type {const} */ ('light') },
  { name: 'narrow', width: 390, height: 844, colorScheme: /** @type {const} */ ('light') },
]
const root = fileURLToPath(new URL('../..', import.meta.url))
const site = await preview({ root, logLevel: 'silent', preview: { port: 0 } })
const browser = await chromium.launch({
  ...{ executablePath: ensureBrowser().executablePath ?? '', args: launchArgs() },
})
try {
  for (const { name, width, height, colorScheme } of pictures) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme })
    const page = await context.newPage()
    await page.goto(site.resolvedUrls?.local[0] ?? '')
    await page.getByRole('button', { name: 'Try the demo' }).click()
    const status = page.getByRole('status', { name: 'Status', exact: true })
    await status.getByText('Idle').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await status.getByText(/Writing|Using/).waitFor()
    await page.reload()
    await page.getByText('What you saw').waitFor({ timeout: 60_000 })
    await status.getByText('Idle').waitFor({ timeout: 60_000 })
    // reloads again: the notice about the first absence is gone then
    await page.reload()
    await page.getByText('What you saw').waitFor()
    await page.waitForTimeout(1000)
    await page.screenshot({ path: `${root}public/screenshots/${name}.png` })
    await context.close()
  }
} finally {
  await browser.close()
  await site.close()
}
