import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { FileEntry } from '../../../src/agent/state.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const file = (path: string): FileEntry => ({ path, blob: 'a'.repeat(64), size: 1, mediaType: '', seq: 1, timestamp: 1 })
const long = Array.from(
  { length: 30 },
  (_, n) => `Paragraph ${n}. ${'It has more words than one line of the column. '.repeat(6)}`,
)
function withSession(): FakeWorker {
  const fake = makeFakeWorker()
  fake.addSession('one', [
    userRow(0, 'Go'),
    answerRow(1, long.join('\n\n')),
    userRow(2, 'On'),
    answerRow(3, long.join('\n\n')),
  ])
  fake.addSession('two', [userRow(0, 'Go')])
  return fake
}
/** As a tool does that writes it. */
function write(fake: FakeWorker, path: string): void {
  fake.sessions.get('one')?.files.push(file(path))
  fake.commit('one', { delta: { files: [file(path)] } })
}
const panel = page.getByRole('region', { name: 'Files', exact: true })
const toggle = page.getByRole('button', { name: 'Show files' })
const log = page.getByRole('log', { name: 'Conversation' })

it('the files take a quarter of the window while there is none: they come with the first one, and are there after a reload', async () => {
  const fake = withSession()
  const first = await openPage(fake, '#/session/one')
  await expect.element(log).toBeVisible()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  await expect.element(panel).not.toBeInTheDocument()
  write(fake, 'packing.md')
  await expect.element(panel.getByRole('treeitem', { name: 'packing.md' })).toBeVisible()
  first.dispose()
  const second = await openPage(fake, '#/session/one', true)
  await expect.element(panel.getByRole('treeitem', { name: 'packing.md' })).toBeVisible()
  second.dispose()
  await openPage(fake, '#/session/two', true)
  await expect.element(log).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

it('who closed the files meets them again in the next session that has some, over a reload', async () => {
  const fake = withSession()
  write(fake, 'packing.md')
  const first = await openPage(fake, '#/session/one')
  await panel.getByRole('button', { name: 'Close files' }).click()
  await expect.element(panel).not.toBeInTheDocument()
  write(fake, 'second.md')
  first.dispose()
  const second = await openPage(fake, '#/session/one', true)
  await expect.element(log).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
  await toggle.click()
  await expect.element(panel).toBeVisible()
  second.dispose()
  // now as it was by itself
  await openPage(fake, '#/session/two', true)
  await expect.element(log).toBeVisible()
  await expect.element(panel).not.toBeInTheDocument()
})

it('who opened them before there was any, to link a folder, finds them closed after a reload', async () => {
  const fake = withSession()
  const first = await openPage(fake, '#/session/two')
  await toggle.click()
  await expect.element(panel.getByRole('button', { name: 'Link folder' })).toBeVisible()
  first.dispose()
  const second = await openPage(fake, '#/session/two', true)
  await expect.element(panel).toBeVisible()
  // who only looked and closed them again is shown the first file all the same
  await toggle.click()
  await expect.element(panel).not.toBeInTheDocument()
  second.dispose()
  await openPage(fake, '#/session/one', true)
  await expect.element(log).toBeVisible()
  write(fake, 'packing.md')
  await expect.element(panel).toBeVisible()
})

it('opened empty in one session, they stood empty in every new one until they were closed there', async () => {
  const fake = withSession()
  const first = await openPage(fake, '#/session/two')
  await toggle.click()
  await expect.element(panel).toBeVisible()
  fake.addSession('three', [userRow(0, 'Go')])
  location.hash = '#/session/three'
  await expect.element(panel).not.toBeInTheDocument()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  // one that has files shows them, and where they were opened they are open
  write(fake, 'packing.md')
  location.hash = '#/session/one'
  await expect.element(panel.getByRole('treeitem', { name: 'packing.md' })).toBeVisible()
  location.hash = '#/session/two'
  await expect.element(panel).toBeVisible()
  first.dispose()
})

it('on a phone they do not lie down over the conversation by themselves, and their button says that there are some', async () => {
  const fake = withSession()
  await openPage(fake, '#/session/one')
  await page.viewport(390, 844)
  await expect.element(log).toBeVisible()
  write(fake, 'packing.md')
  await expect.poll(() => getComputedStyle(toggle.element(), '::after').content).toBe('""')
  await expect.element(panel).not.toBeInTheDocument()
  await toggle.click()
  await expect.element(panel).toBeVisible()
  await panel.getByRole('button', { name: 'Close files' }).click()
  await expect.element(panel).not.toBeInTheDocument()
})

it('when the files come beside it, what is being read jumps away', async () => {
  const fake = withSession()
  await openPage(fake, '#/session/one')
  await expect.element(log).toBeVisible()
  const scroller = log.element()
  await expect.poll(() => scroller.scrollHeight).toBeGreaterThan(3000)
  const paragraph = () => {
    const { top } = scroller.getBoundingClientRect()
    const [first] = [...scroller.querySelectorAll('p')].filter((one) => one.getBoundingClientRect().bottom > top + 1)
    return first
  }
  scroller.dispatchEvent(new WheelEvent('wheel', { deltaY: -900, bubbles: true }))
  scroller.scrollTop -= 900
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).toBeVisible()
  const read = paragraph()
  const before = read?.getBoundingClientRect().top ?? 0
  const width = scroller.clientWidth
  write(fake, 'packing.md')
  await expect.element(panel.getByRole('treeitem', { name: 'packing.md' })).toBeVisible()
  await expect.poll(() => scroller.clientWidth).toBeLessThan(width)
  await new Promise((done) => setTimeout(done, 1200))
  expect(read?.isConnected).toBe(true)
  expect(Math.abs((read?.getBoundingClientRect().top ?? 0) - before)).toBeLessThan(8)
})

it('when the window became a phone’s, with the files beside a conversation at its end, its end was lost', async () => {
  const fake = withSession()
  await openPage(fake, '#/session/one')
  write(fake, 'packing.md')
  await expect.element(panel.getByRole('treeitem', { name: 'packing.md' })).toBeVisible()
  const scroller = log.element()
  await expect.poll(() => scroller.scrollHeight).toBeGreaterThan(3000)
  // what was held when the files came is let go
  await new Promise((done) => setTimeout(done, 1000))
  await page.viewport(390, 844)
  await expect.element(panel).not.toBeInTheDocument()
  await new Promise((done) => setTimeout(done, 1000))
  expect(scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight).toBeLessThan(48)
  await expect.element(page.getByRole('button', { name: 'Jump to latest' })).not.toBeInTheDocument()
})
