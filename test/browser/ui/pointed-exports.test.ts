import { unzipSync } from 'fflate'
import { expect, it, onTestFinished } from 'vitest'
import type { ShareContents } from '../../../src/protocol/share.ts'
import type { ShareSource } from '../../../src/ui/base/state/share.ts'
import { makeFile } from '../../../src/ui/sharing/share/make-file.ts'
import { makePrintedPage } from '../../../src/ui/sharing/share/printed-page.ts'
import { answerRow, userRow } from '../../support/fake-rows.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="12" height="6"><script>parent.pwned=1</script></svg>'
const FILES: Record<string, Uint8Array> = {
  'out/chart.svg': new TextEncoder().encode(SVG),
  'report.docx': new Uint8Array([80, 75, 3, 4, 0]),
  'other.bin': new Uint8Array([1, 0]),
}
const contents: ShareContents = {
  ...{ title: 'Kites', createdAt: 0, model: 'm', count: 2, own: 1, answers: 1, thinking: 0, calls: 0, attached: 0 },
  ...{ characters: 9, hidden: 0, wire: 0, damaged: 0 },
  files: Object.entries(FILES).map(([path, { length: size }]) => ({
    ...{ path, size, blob: path },
    mediaType: path.endsWith('svg') ? 'image/svg+xml' : 'application/octet-stream',
  })),
}
const rows = [
  userRow(0, 'Show me [mine](report.docx)'),
  answerRow(1, '![chart](./out/chart.svg) and [the report](report.docx), not [gone](gone.txt)'),
]
const source = {
  rows: async () => ({ rows, next: null }),
  // a secret is hidden in text
  text: async (blob: string) => (blob.endsWith('svg') ? SVG.replace('pwned', 'hidden') : null),
  bytes: async (blob: string) => FILES[blob] ?? null,
} as unknown as ShareSource
const make = (format: 'html' | 'markdown', files = true) =>
  makeFile(source, contents, {
    ...{ format, wire: false, told: () => {} },
    wish: { thinking: false, calls: false, attached: true, files },
  })

it('a web page carries the files that answers point at, without secrets and without their scripts', async () => {
  const { file } = await make('html')
  const view = new DOMParser().parseFromString(await file.text(), 'text/html')
  const image = view.querySelector<HTMLImageElement>('article img')
  expect(image?.alt).toBe('chart')
  expect(atob(image?.src.split(',')[1] ?? '')).toBe(SVG.replace('pwned', 'hidden'))
  const link = view.querySelector<HTMLAnchorElement>('article.assistant a[download="report.docx"]')
  expect(link?.href).toBe(`data:application/octet-stream;base64,${btoa('PK\u0003\u0004\0')}`)
  expect(link?.textContent).toBe('the report')
  expect(view.querySelector('article.assistant')?.textContent).toContain('not gone')
  expect(view.querySelectorAll('script')).toHaveLength(0)
})

it('Markdown becomes a zip in which its links lead to the files; without files it stays one text', async () => {
  const { file, name } = await make('markdown')
  expect(name).toBe('Kites.zip')
  const parts = unzipSync(new Uint8Array(await file.arrayBuffer()))
  expect(Object.keys(parts).sort()).toEqual(['Kites.md', 'out/chart.svg', 'report.docx'])
  expect(new TextDecoder().decode(parts['out/chart.svg'])).toContain('hidden')
  expect(new TextDecoder().decode(parts['Kites.md'])).toContain('![chart](./out/chart.svg)')
  const plain = await make('markdown', false)
  expect(plain.name).toBe('Kites.md')
})

it('who shares without files shares none by a link', async () => {
  const { file } = await make('html', false)
  const text = await file.text()
  expect(text).not.toContain('data:image')
  expect(text).not.toContain('data:application')
  expect(text).toContain('the report')
})

it('print shows the pictures that answers point at', async () => {
  const told: number[] = []
  const { remove } = await makePrintedPage(
    source,
    contents,
    { from: 0, to: 2 },
    { told: (n) => void told.push(n), signal: new AbortController().signal },
  )
  onTestFinished(remove)
  const image = document.querySelector<HTMLImageElement>('.printed img[alt="chart"]')
  expect(image?.src).toMatch(/^blob:/)
  expect([image?.naturalWidth, image?.naturalHeight]).toEqual([12, 6])
})
