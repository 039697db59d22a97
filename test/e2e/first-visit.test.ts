import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { type App, eventually, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'
import { serveFolder } from '../support/serve-folder.ts'

const scene = useScene()

describe('the first visit', () => {
  it('the demo carries out its task with real tools, however often the page is reloaded', async () => {
    const { app, mock } = scene
    // the list shows what is in view: a view that has room for all
    await app.page.setViewportSize({ width: 1280, height: 6000 })
    await app.page.getByRole('heading', { name: 'Welcome to Reflexor' }).waitFor()
    await app.button('Try the demo').click()
    await app.untilStatus('Idle')
    const task = await app.composer.inputValue()
    expect(task.length).toBeGreaterThan(20)
    await app.button('Send').click()

    // four different moments of the run, each of which it has to come back from by itself
    for (const [what, moment] of moments) {
      await eventually(() => moment(app), what, 30_000).toBe(true)
      await app.page.reload()
      await eventually(() => app.questionTexts(), `the task after a reload ${what}`).toEqual([task])
    }
    await app.untilStatus('Idle', 40_000)
    await app.untilAnswer('That was the demo')

    await eventually(() => app.answers.count(), 'all answers in view').toBeGreaterThan(3)
    // each file was written once, reloads or not
    const files = app.files.getByRole('treeitem')
    await eventually(() => files.count(), 'the files').toBeGreaterThanOrEqual(2)
    await eventually(() => app.toolCalls('write_file').count(), 'the calls that wrote files').toBe(await files.count())
    const calls = app.conversation.getByRole('group', { name: /^Tool call: / })
    await eventually(() => calls.count(), 'all calls in view').toBeGreaterThanOrEqual(3)
    await eventually(async () => (await calls.allTextContents()).filter((text) => !text.includes('Done'))).toEqual([])
    await app.files.getByRole('treeitem', { name: 'packing-list.md' }).click()
    // the change that the agent made to its own file
    const downloading = app.page.waitForEvent('download')
    await app.files.getByRole('button', { name: 'Download', exact: true }).click()
    const download = await downloading
    expect(download.suggestedFilename()).toBe('packing-list.md')
    expect(readFileSync(await download.path(), 'utf8')).toContain('[x]')
    // offline it is: nobody was asked
    expect(mock.journal()).toEqual([])
  })
})

it('who is new reads what this is while the code is on its way, and nothing moves when it is there; who has been here does not', async () => {
  const site = await serveFolder(scene.folder)
  const page = await scene.browser.context.newPage()
  let letCome = (): void => {}
  const hold = new Promise<void>((resolve) => (letCome = resolve))
  await page.route(/\/assets\/page-[^/]+\.js$/, (route) => hold.then(() => route.continue()))
  const seen = () =>
    page.evaluate(() =>
      ['.welcome-mark', '.start-heading', '.lead', '.welcome .hint', '.promises'].map((part) => {
        const shown = document.querySelector<HTMLElement>(part)
        const { x, y, width, height } = shown?.getBoundingClientRect() ?? new DOMRect()
        return { part, words: shown?.textContent?.replace(/\s+/g, ''), place: [x, y, width, height].map(Math.round) }
      }),
    )
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(site.url, { waitUntil: 'commit' })
    await page.locator('.boot .lead').waitFor()
    // it was asked for ahead, but comes when it comes
    await eventually(() => page.evaluate(() => [...document.fonts].some(({ status }) => status === 'loaded'))).toBe(
      true,
    )
    await page.evaluate(() => document.fonts.ready)
    const before = await seen()
    expect(before.filter(({ words, part }) => !words && part !== '.welcome-mark')).toEqual([])
    if (width === 390) letCome()
    else continue
    await page.getByRole('button', { name: 'Add provider' }).waitFor()
    await eventually(() => page.locator('.boot').count()).toBe(0)
    expect(await seen()).toEqual(before)
  }
  // who chose a language was here before
  await page.evaluate(() => localStorage.setItem('reflexor:language', 'en'))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const lead = document.querySelector<HTMLElement>('.boot .lead')
      if (lead?.offsetParent) document.documentElement.dataset['flashed'] = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await page.getByRole('button', { name: 'Add provider' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.dataset['flashed'])).toBe(undefined)
  await page.close()
  await site.close()
})

it('a page without a provider fetched what asking, backups and deletions need, and installed itself before it was at rest', async () => {
  const site = await serveFolder(scene.folder)
  const page = await scene.browser.context.newPage()
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Add provider' }).waitFor()
  // the page asks for it when it is at rest, later than 1.5 s after that button
  await eventually(() => site.requests, 'all requests').toContain('/service-worker.js')
  const first = site.requests.slice(0, site.requests.indexOf('/service-worker.js'))
  const scripts = [...new Set(first)].filter((path) => path.endsWith('.js'))
  const named = scripts.map((path) => basename(path).replace(/-[\w-]{7}\.js$/, ''))
  expect(named.sort()).toEqual(
    ['frame', 'late', 'page', 'part-first', 'part-rolldown-runtime', 'rolldown-runtime', 'worker'].sort(),
  )
  const size = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(scene.folder, path))).length, 0)
  expect(size).toBeLessThanOrEqual(200_000)
  await page.close()
  await site.close()
})

const isAtWork = (status: string): boolean => /^(Thinking|Writing|Using .*)$/.test(status)
/**
 * Named moments of a demo run in the order in which they come; each lasts until the run is over, so that a slow look
 * does not miss it.
 */
const moments: [string, (app: App) => Promise<boolean>][] = [
  ['while it thinks', async (app) => (await app.thinking.count()) >= 1 && isAtWork(await app.status())],
  [
    'while it writes the second answer',
    async (app) => (await app.answers.count()) >= 2 && isAtWork(await app.status()),
  ],
  [
    'right after the file was written',
    async (app) => (await visibleText(app.toolCalls('write_file'))).includes('Done'),
  ],
  [
    'while it writes after the change',
    async (app) => (await app.toolCalls('edit_file').count()) === 1 && isAtWork(await app.status()),
  ],
]
