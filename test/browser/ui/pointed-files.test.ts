import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { answerRow, userRow } from '../../support/fake-rows.ts'
import { type FakeWorker, makeFakeWorker } from '../../support/fake-worker.ts'
import { openPage } from './open-page.ts'

const sha = (n: number): string => n.toString(16).padStart(64, '0')
const entry = (path: string, n: number, mediaType: string, size: number) => ({
  ...{ path, blob: sha(n), size, mediaType, seq: n, timestamp: n },
})
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="60"><rect width="120" height="60"/></svg>'
const HOSTILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" onload="parent.pwned=1"><script>parent.pwned=1;window.pwned=1</script><image href="https://tracker.example/a.png"/><rect width="9" height="9"/></svg>'
function put(fake: FakeWorker, path: string, n: number, mediaType: string, text: string) {
  const bytes = new TextEncoder().encode(text)
  fake.blobs.set(sha(n), bytes)
  return entry(path, n, mediaType, bytes.length)
}
function withAnswer(text: string): { fake: FakeWorker; files: ReturnType<typeof entry>[] } {
  const fake = makeFakeWorker()
  fake.addSession('one', [userRow(0, 'Show me'), answerRow(1, text)])
  const files = [...fake.sessions.values()][0]?.files
  if (files === undefined) throw new Error('no session')
  return { fake, files: files as ReturnType<typeof entry>[] }
}
const answer = page.getByRole('article', { name: 'Assistant' })
const image = (name: string) => answer.getByRole('img', { name })

it('![chart](chart.svg) was a dead word: the picture of the workspace is there, and a press opens the file', async () => {
  const { fake, files } = withAnswer(
    'See ![chart](./out/my%20chart.svg) and [the **report**](report.docx), all in [out](out/).',
  )
  files.push(
    put(fake, 'out/my chart.svg', 1, 'image/svg+xml', SVG),
    put(fake, 'report.docx', 2, 'application/x', 'docx'),
  )
  await openPage(fake, '#/session/one')
  await expect.element(image('chart')).toBeVisible()
  const shown = image('chart').element() as HTMLImageElement
  expect(shown.src).toMatch(/^blob:/)
  expect([shown.width, shown.height]).toEqual([120, 60])
  await expect.poll(() => shown.naturalWidth).toBe(120)
  await answer.getByRole('link', { name: 'the report' }).click()
  const panel = page.getByRole('region', { name: 'Files', exact: true })
  await expect.element(panel.getByRole('button', { name: 'Download', exact: true })).toBeVisible()
  await expect.element(panel.getByRole('treeitem', { selected: true })).toHaveTextContent(/report\.docx/)
  await expect.element(answer.getByRole('link', { name: 'out', exact: true })).toBeVisible()
})

it('a file that does not exist yet is words with a mark, and is there when the file is', async () => {
  const { fake } = withAnswer('![chart](chart.svg) and [data](data.csv)')
  await openPage(fake, '#/session/one')
  await expect.element(answer.getByText('not there yet').first()).toBeVisible()
  expect(answer.getByRole('link').elements()).toEqual([])
  fake.commit('one', {
    delta: { files: [put(fake, 'chart.svg', 1, 'image/svg+xml', SVG), put(fake, 'data.csv', 2, 'text/csv', 'a,b')] },
  })
  await expect.element(image('chart')).toBeVisible()
  await expect.element(answer.getByRole('link', { name: 'data' })).toBeVisible()
  await expect.element(answer.getByText('not there yet')).not.toBeInTheDocument()
  // a newer file replaces the picture
  const before = (image('chart').element() as HTMLImageElement).src
  fake.commit('one', { delta: { files: [put(fake, 'chart.svg', 3, 'image/svg+xml', SVG.replace('120', '90'))] } })
  await expect.poll(() => (image('chart').element() as HTMLImageElement).src).not.toBe(before)
  await expect.poll(() => (image('chart').element() as HTMLImageElement).width).toBe(90)
})

it('hostile addresses and drawings: nothing runs, nothing is loaded, nothing leads out', async () => {
  const bomb = `<svg xmlns="http://www.w3.org/2000/svg"><defs><g id="a0"><rect/></g>${Array.from({ length: 12 }, (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`).join('')}</defs><use href="#a12"/></svg>`
  const { fake, files } = withAnswer(
    [
      '![a](javascript:window.pwned=1) [b](javascript:window.pwned=1) ![c](//tracker.example/a.png) ![d](https://tracker.example/b.png)',
      `[e](../../up.txt) [f](${'x'.repeat(10_000)}) ![drawing](bad.svg) ![bomb](bomb.svg) ![fake](fake.png)`,
      '<data value="picture chart.svg">x</data>',
    ].join('\n\n'),
  )
  files.push(
    put(fake, 'bad.svg', 1, 'image/svg+xml', HOSTILE),
    put(fake, 'bomb.svg', 2, 'image/svg+xml', bomb),
    put(fake, 'fake.png', 3, 'image/png', HOSTILE),
  )
  files.sort((a, b) => (a.path < b.path ? -1 : 1))
  await openPage(fake, '#/session/one')
  await expect.element(image('drawing')).toBeVisible()
  await expect.poll(() => (image('drawing').element() as HTMLImageElement).complete).toBe(true)
  await expect.element(answer.getByRole('link', { name: 'bomb' })).toBeVisible()
  await expect.element(answer.getByRole('link', { name: 'fake' })).toBeVisible()
  expect(answer.element().querySelectorAll('img')).toHaveLength(1)
  expect(answer.element().querySelector('svg script, svg image, data')).toBeNull()
  for (const link of answer.element().querySelectorAll('a[href]'))
    expect(link.getAttribute('href')).toMatch(/^(#\/session\/one|https:\/\/tracker\.example\/b\.png)$/)
  expect(performance.getEntriesByType('resource').filter(({ name }) => name.includes('tracker.example'))).toEqual([])
  expect('pwned' in window).toBe(false)
})

it('500 pictures in one answer: the first are shown, the others are links', async () => {
  const { fake, files } = withAnswer(Array.from({ length: 500 }, (_, n) => `![p${n}](p.svg)`).join('\n\n'))
  files.push(put(fake, 'p.svg', 1, 'image/svg+xml', SVG))
  await openPage(fake, '#/session/one')
  await expect.poll(() => answer.element().querySelectorAll('img').length).toBe(40)
  await expect.element(answer.getByRole('link', { name: 'p499', exact: true })).toBeInTheDocument()
})
