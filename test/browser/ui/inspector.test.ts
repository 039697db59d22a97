import { expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerRow, manyRows, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const dialog = (name: string) => page.getByRole('dialog', { name })
const slider = () => dialog('Inspector').getByRole('slider', { name: 'Position in the journal' })

async function openFromMenu(fake: FakeWorker, item: string): Promise<void> {
  await openPage(fake, '#/session/one')
  await page.getByRole('navigation', { name: 'Sessions' }).getByRole('link').first().hover()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
/** The last file that was saved, as text. */
function savedFile(): () => Promise<string> {
  let saved: Blob | null = null
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved = blob as Blob
    return '#'
  })
  onTestFinished(() => made.mockRestore())
  return async () => (await saved?.text()) ?? ''
}

it('a journal of 2,000 inputs is gone through, found in, and forked from; what is past says so', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', manyRows(2000))
  await openFromMenu(fake, 'Inspect')
  await expect.element(slider()).toHaveAttribute('max', '1999')
  await expect.element(dialog('Inspector').getByText('Now', { exact: true })).toBeVisible()
  // by key, as by hand
  slider().element().focus()
  await userEvent.keyboard('{Home}')
  await expect.element(dialog('Inspector').getByText('Past', { exact: true })).toBeVisible()
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringContaining('Input 1 of 2000'))
  await expect.element(dialog('Inspector').getByRole('definition').nth(2)).toHaveTextContent('1')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(dialog('Inspector').getByRole('definition').nth(2)).toHaveTextContent('3')
  // a hand that drags on is answered for where it is, not for each place it passed
  const before = fake.requests('inspect-version').length
  for (let place = 100; place < 400; place++) {
    const input = slider().element() as HTMLInputElement
    input.value = String(place)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  }
  await expect.element(dialog('Inspector').getByRole('definition').nth(2)).toHaveTextContent('400')
  expect(fake.requests('inspect-version').length - before).toBeLessThan(20)

  await dialog('Inspector').getByRole('tab', { name: 'Machine' }).click()
  await expect.element(dialog('Inspector').getByRole('tabpanel')).toHaveTextContent('2.5 ms1.2 kB')
  await dialog('Inspector').getByRole('tab', { name: 'Wire' }).click()
  await expect
    .element(dialog('Inspector').getByRole('tabpanel'))
    .toHaveTextContent('Skipped or repaired in the answers: text in another place × 2, response.unheard_of × 1')
  const wire = dialog('Inspector').getByRole('list', { name: 'Requests and responses on the wire' })
  await expect.element(wire).toHaveTextContent('3 repaired')
  await wire.getByText('https://api.example/v1/messages').click()
  await expect.element(wire).toHaveTextContent('x-team: (left out)')
  await expect.element(wire).toHaveTextContent('Received, without 7 characters in the middle')
  await dialog('Inspector')
    .getByRole('checkbox', { name: /^Record them in this session/ })
    .click()
  await expect.element(dialog('Inspector').getByRole('checkbox', { name: /^Record them/ })).toBeChecked()
  expect(fake.requests('record-wire')).toContainEqual(expect.objectContaining({ on: true }))
  const forget = dialog('Inspector').getByRole('button', { name: 'Delete the 1 recorded exchanges' })
  await forget.click()
  await expect.element(forget).not.toBeInTheDocument()
  expect(fake.requests('forget-wire')).toHaveLength(1)
  await expect.element(dialog('Inspector').getByRole('checkbox', { name: /^Record them/ })).toHaveFocus()

  await dialog('Inspector').getByRole('tab', { name: 'Journal' }).click()
  const list = dialog('Inspector').getByRole('group', { name: 'Journal' })
  await expect.element(list.getByRole('button').first()).toBeVisible()
  // put back into the page it would be no modal dialog any more
  expect(dialog('Inspector').element().matches(':modal')).toBe(true)
  // only what is near the view stands in the page
  expect(list.getByRole('button').elements().length).toBeLessThan(100)
  await dialog('Inspector').getByRole('searchbox').fill('1500')
  await expect.poll(() => list.getByRole('button').elements().length).toBeLessThan(4)
  await list.getByRole('button').first().click()
  await expect.element(dialog('Inspector').getByRole('region', { name: /^Input/ })).toHaveTextContent('"role"')
  expect(dialog('Inspector').element().matches(':modal')).toBe(true)
  await page.getByRole('button', { name: 'Go to this input' }).click()
  await expect.element(slider()).toHaveAttribute('aria-valuetext', expect.stringMatching(/Input (1499|1500|1501) of/))
  await page.getByRole('button', { name: 'Fork here' }).click()
  await expect
    .poll(() => fake.commands().map(({ command }) => command))
    .toContainEqual(
      expect.objectContaining({ kind: 'branch-session', from: 'one', variant: false, at: { seq: expect.any(Number) } }),
    )
})

it('a conversation is saved as a page of its own that runs nothing, without what was left out', async () => {
  const fake = makeFakeWorker()
  const bytes = new TextEncoder().encode('kite plan </pre><script>alert(1)</script>')
  const sha = 'c'.repeat(64)
  fake.blobs.set(sha, bytes)
  const markdown = '# Plan\n\n**Red** [x](https://e.example)\n\n```js\nlet a = "<b>"\n```\n<script>alert(2)</script>'
  const session = fake.addSession('one', [userRow(0, '<i>Plan</i>'), answerRow(1, markdown), userRow(2, 'And?')])
  session.files = [{ path: 'plan.md', blob: sha, size: bytes.length, mediaType: 'text/markdown', seq: 1, timestamp: 1 }]
  const saved = savedFile()
  await openFromMenu(fake, 'Share')
  await expect.element(dialog('Share')).toHaveTextContent('2 messages of yours and 1 answer')
  await expect.element(dialog('Share')).toHaveTextContent('1 secret found in the messages is removed')
  await dialog('Share').getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog('Share').getByText(/^Saved .*\.html/)).toBeVisible()
  const page1 = new DOMParser().parseFromString(await saved(), 'text/html')
  expect(page1.querySelectorAll('script, iframe, form, link, [onerror]')).toHaveLength(0)
  expect(page1.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'")
  expect([...page1.querySelectorAll('article')].map(({ className }) => className)).toEqual([
    'user',
    'assistant',
    'user',
  ])
  expect(page1.querySelector('article.user')?.textContent).toContain('<i>Plan</i>')
  expect(page1.querySelector('.markdown strong')?.textContent).toBe('Red')
  expect(page1.querySelector('.markdown pre')?.textContent).toContain('let a = "<b>"')
  expect(page1.querySelector('.file pre')?.textContent).toContain('kite plan')

  await dialog('Share')
    .getByRole('checkbox', { name: /workspace file/ })
    .click()
  await dialog('Share')
    .getByRole('radio', { name: /^Markdown/ })
    .click()
  await dialog('Share').getByRole('button', { name: 'Save', exact: true }).click()
  await expect.element(dialog('Share').getByText(/^Saved .*\.md/)).toBeVisible()
  const text = await saved()
  expect(text).toContain('## You\n\n<i>Plan</i>')
  expect(text).not.toContain('kite plan')

  // what was recorded of the wire goes along only where that is wanted
  await dialog('Share')
    .getByRole('radio', { name: /^Black box/ })
    .click()
  const save = dialog('Share').getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect.poll(() => fake.requests('black-box')).toMatchObject([{ wire: false }])
  await dialog('Share').getByRole('checkbox', { name: '3 raw requests to models' }).click()
  await save.click()
  await expect.poll(() => fake.requests('black-box')).toMatchObject([{ wire: false }, { wire: true }])
})

it('whoever comes back is told what went on and what broke off, once, in one row that goes with their next message', async () => {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Plan a kite'), answerRow(1, 'A red one.')])
  fake.away = { ...fake.away, answers: 3, again: 1, twice: 2100 }
  localStorage.setItem('reflexor:looked', JSON.stringify({ one: { seq: 1, at: Date.now() - 3 * 3_600_000 } }))
  await openPage(fake, '#/session/one', true)
  const row = page.getByRole('log').getByRole('note', { name: 'While you were away' })
  await expect.element(row).toHaveTextContent('Away for 3 hours. Meanwhile: 3 answers. 1 answer had been interrupted')
  await expect.element(row).toHaveTextContent('about 2.1k tokens were sent twice. It is done.')
  // on a slow machine it is looked a second time by now, for what was begun again
  expect(fake.requests('away')[0]).toMatchObject({ sessionId: 'one', after: 1 })
  await page.getByRole('textbox', { name: 'Message' }).fill('Go on')
  await userEvent.keyboard('{Enter}')
  await expect.element(row).not.toBeInTheDocument()
  // what was seen is kept: after the next look there is nothing to report
  await expect.poll(() => localStorage.getItem('reflexor:looked')).toContain('"one":{"seq":103')
})
