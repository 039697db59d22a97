import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

/** The words that are marked as the ones that the person went to, as far as they are seen. */
const marked = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const [range] = [...(CSS.highlights.get('found-now') ?? [])] as Range[]
    const box = range?.startContainer.parentElement?.closest('pre, p')?.getBoundingClientRect()
    const at = range?.getBoundingClientRect()
    const isSeen = box && at && at.height > 0 && at.top >= Math.max(0, box.top) && at.bottom <= box.bottom
    return isSeen && at.bottom < innerHeight ? String(range) : ''
  })
const writes = (path: string, content: string) => ({
  toolCalls: [{ name: 'write_file', arguments: { path, content } }],
})

it('what a tool was given, in a line of steps, is found over all sessions and within its own, and a reload meanwhile leaves the conversation as it is', async () => {
  const { app, mock } = scene
  const { page } = app
  const long = `${'nothing here\n'.repeat(80)}the striped zebra\n${'nothing here\n'.repeat(80)}`
  mock.setScript([
    writes('a.md', 'one'),
    writes('b.md', long),
    writes('c.md', 'three'),
    { text: 'All three are written.' },
  ])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Write three files')
  await app.untilAnswer('All three are written.')
  await app.untilStatus('Idle')
  const hash = new URL(page.url()).hash
  const line = app.conversation.getByRole('button', { name: /^Wrote 3 files/ })
  await eventually(() => line.getAttribute('aria-expanded')).toBe('false')

  await page.goto(`${scene.site.url}#/`)
  await page.keyboard.press('Control+Shift+F')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('searchbox').fill('striped zebra')
  const hit = dialog.getByRole('link', { name: /striped zebra/ })
  await hit.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await eventually(() => marked(page)).toBe('striped')
  expect(new URL(page.url()).hash).toBe(hash)
  expect(await line.getAttribute('aria-expanded')).toBe('true')

  await page.keyboard.press('Control+F')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  await bar.getByRole('searchbox').fill('zebra')
  const found = bar.getByRole('status', { name: 'Found' })
  await eventually(() => found.textContent()).toBe('1 of 1')
  await eventually(() => marked(page)).toBe('zebra')

  await page.reload()
  await app.untilStatus('Idle')
  await app.untilAnswer('All three are written.')
  expect(await bar.count()).toBe(0)
  await eventually(() => line.getAttribute('aria-expanded')).toBe('false')
  await page.keyboard.press('Control+F')
  await bar.getByRole('searchbox').fill('zebra')
  await eventually(() => marked(page)).toBe('zebra')
})

it('while an answer streams in, what was found stays where it is', async () => {
  const { app, mock } = scene
  const { page } = app
  const end = makeGate()
  const lines = Array.from({ length: 60 }, (_, n) => (n === 20 ? 'A zebra crosses.' : `Line ${n}.`))
  mock.setScript([{ text: lines.join('\n\n') }, { ...heldUntil(end.opened, 600), pace: { chunkMs: 5 } }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Tell me of it')
  await app.untilAnswer('Line 59.')
  await app.untilStatus('Idle')
  await app.send('And on')
  await app.untilAnswer('word5')
  await page.keyboard.press('Control+F')
  const bar = page.getByRole('search', { name: 'Find in this session' })
  await bar.getByRole('searchbox').fill('zebra')
  await eventually(() => bar.getByRole('status', { name: 'Found' }).textContent()).toBe('1 of 1')
  await eventually(() => marked(page)).toBe('zebra')
  const places = await page.evaluateHandle(async () => {
    const place = (): number => {
      const [range] = [...(CSS.highlights.get('found-now') ?? [])] as Range[]
      return Math.round(range?.getBoundingClientRect().top ?? -1)
    }
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // it has come to rest: half a second of frames, however long they take
    for (let [still, before] = [0, place()]; still < 30; before = place()) {
      await frame()
      still = place() === before ? still + 1 : 0
    }
    const seen = new Set<number>()
    const look = (): void => {
      seen.add(place())
      requestAnimationFrame(look)
    }
    look()
    return seen
  })
  end.open()
  await app.untilAnswer('word600')
  await app.untilStatus('Idle')
  // so long after the last change it counts again
  await page.waitForTimeout(800)
  expect(await bar.getByRole('status', { name: 'Found' }).textContent()).toBe('1 of 1')
  expect(await places.evaluate((seen) => [...seen])).toHaveLength(1)
})

it('letters that follow the key at once stand in its box: the first time they went to whatever had the focus', async () => {
  const { app, mock } = scene
  const { page } = app
  mock.setScript([{ text: 'A grey heron.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Tell me')
  await app.untilAnswer('A grey heron.')
  await app.untilStatus('Idle')
  await page.keyboard.down('Control')
  // which may have come before, with what else is in its file
  const fetched = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
  await eventually(fetched, 'the code of the bar').toContainEqual(expect.stringMatching(/\/finding-[^/]+\.js$/))
  await page.keyboard.press('f')
  await page.keyboard.up('Control')
  await page.keyboard.type('heron')
  await eventually(() => page.getByRole('searchbox', { name: 'Find in this session' }).inputValue()).toBe('heron')
  await eventually(() => marked(page)).toBe('heron')
})
