import { beforeAll, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { builtThread } from '../../support/built-thread.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { makeFakeWorker } from '../../support/fake-worker.ts'
import { docx, xlsx } from '../../support/office-files.ts'
import { openFiles, openPage } from './open-page.ts'

beforeAll(() => builtThread('src/documents/documents-worker.ts'))

const COLUMNS = Array.from({ length: 20 }, (_, n) => `Column number ${n}`)
const sha = (n: number): string => n.toString(16).padStart(64, '0')

/** How far it reaches beyond the edges of the screen. */
const beyond = (locator: Locator): number => {
  const { left, right } = locator.element().getBoundingClientRect()
  return Math.max(0, -left, right - innerWidth)
}
/** The page itself has nothing to the side; the box has. */
async function scrollsAlone(table: Locator): Promise<void> {
  await expect.element(table).toBeVisible()
  expect(beyond(table)).toBe(0)
  const box = table.element()
  expect(box.scrollWidth).toBeGreaterThan(box.clientWidth)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
}

async function open(...files: [path: string, bytes: Uint8Array][]): Promise<void> {
  const fake = makeFakeWorker()
  const wide = `|${COLUMNS.join('|')}|\n|${COLUMNS.map(() => '-').join('|')}|\n|${COLUMNS.join('|')}|`
  fake.addSession('one', [userRow(0, 'Go'), answerRow(1, wide)]).files = files.map(([path, bytes], n) => {
    fake.blobs.set(sha(n + 1), bytes)
    return { path, blob: sha(n + 1), size: bytes.length, mediaType: '', seq: 1, timestamp: 1 }
  })
  await openPage(fake, '#/session/one')
}
const item = (name: string) => page.getByRole('treeitem', { name })

it('a Word file had "No preview available": its text is shown, and that of a damaged one is said to be', async () => {
  const damaged = docx('Plan', 'Sell it.', ['Boat']).slice(0, 60)
  await open(['plan.docx', docx('Plan', 'Sell the boat.', ['Boat', '1,200'])], ['bad.docx', damaged])
  await item('plan.docx').click()
  await expect.element(page.getByText('Sell the boat.')).toBeVisible()
  await expect.element(page.getByText('Its text, without its layout and pictures.')).toBeVisible()
  await item('bad.docx').click()
  await expect.element(page.getByText('It is damaged, or not what its name says.')).toBeVisible()
  await expect.element(page.getByText('Sell the boat.')).not.toBeInTheDocument()
})

it('on a phone, wide tables of an answer, a CSV file and a workbook scroll in their own box; a long name leaves the buttons on the screen', async () => {
  const name = `${'a-long-name-of-the-figures-'.repeat(6)}.csv`
  const line = `${COLUMNS.join(',')}\n`
  await open([name, new TextEncoder().encode(line.repeat(400))], ['book.xlsx', xlsx('Figures', [COLUMNS, COLUMNS])])
  await page.viewport(390, 844)
  await scrollsAlone(page.getByRole('log', { name: 'Conversation' }).getByRole('region', { name: 'Table' }))
  await openFiles()
  const files = page.getByRole('region', { name: 'Files', exact: true })
  await item(name).click()
  await scrollsAlone(files.getByRole('region', { name: 'Table' }))
  for (const one of [item(name), files.getByRole('button', { name: 'Download', exact: true })])
    expect(beyond(one)).toBe(0)
  expect(beyond(files.getByRole('button', { name: `More for ${name}` }))).toBe(0)
  // the words below the table were cut at the edge of the panel
  const below = files.getByText('Download the file to see all.').element().getBoundingClientRect()
  expect(below.bottom).toBeLessThanOrEqual(innerHeight)
  await item('book.xlsx').click()
  await expect.element(files.getByRole('columnheader', { name: 'Column number 0' })).toBeVisible()
  await scrollsAlone(files.getByRole('region', { name: 'Table' }))
})
