import { expect, it } from 'vitest'
import type { DocumentPart } from '../../../src/tools/documents/document-port.ts'
import { makeDocument } from '../../../src/tools/documents/make-document.ts'
import { namedParts } from '../../../src/tools/documents/named-parts.ts'
import type { ToolContext } from '../../../src/tools/tool.ts'
import { memoryFiles, run } from './memory-files.ts'

const textOf = (outcome: Awaited<ReturnType<typeof run>>): string =>
  outcome.content.map((block) => (block.type === 'text' ? block.text : '')).join('\n')

it('its file is a compare-and-set against the one that is there, and a picture that is missing is named', async () => {
  const files = memoryFiles({ 'report.docx': 'old' })
  const before = await files.info('report.docx')
  const made = await run(makeDocument, files, { path: 'report.docx', markdown: '# Report\n\n![x](gone.png)' })
  expect(made.files).toMatchObject([
    { path: 'report.docx', from: before?.blob, mediaType: expect.stringContaining('word') },
  ])
  expect(textOf(made)).toContain('Replaced "report.docx"')
  expect(textOf(made)).toContain('There is no file "gone.png", so it was left out.')
})

const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (sign) => sign.charCodeAt(0),
)
it('a chart (SVG) was left out of a document: the picture that a page draws of it is handed in', async () => {
  const files = memoryFiles({ 'chart.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>' })
  const blob = await files.put(PNG)
  const given: DocumentPart[] = []
  const context: Partial<ToolContext> = {
    makeDocument: async ({ parts }) => {
      given.push(...parts)
      return { ok: true, bytes: PNG, counts: '1 picture', notes: [] }
    },
  }
  const drawn: Partial<ToolContext> = {
    lookAtPage: async () => ({ picture: PNG }) as never,
    show: async () => ({ type: 'image', mediaType: 'image/png', blob }),
  }
  const args = { path: 'report.docx', markdown: '# Sales\n\n![Chart](chart.svg)' }
  const blind = await run(makeDocument, files, args, context)
  expect(textOf(blind)).toContain('No page in view could draw "chart.svg", so it was left out.')
  expect(given).toEqual([])
  await run(makeDocument, files, args, { ...context, ...drawn })
  expect(given).toEqual([{ path: 'chart.svg', bytes: PNG }])
})

it.each(['report.txt', 'report', 'report.doc'])('%s is no kind of document', async (path) => {
  await expect(run(makeDocument, memoryFiles({}), { path, markdown: 'x' })).rejects.toThrow('must end in .docx')
})

it('a file stands where its folder would be', async () => {
  await expect(run(makeDocument, memoryFiles({ a: 'x' }), { path: 'a/b.pdf', markdown: 'x' })).rejects.toThrow(
    '"a" is a file',
  )
})

it('parts are paths of the workspace: no address, no way out, each once', () => {
  const text =
    '![a](chart.png) ![b](./chart.png) [t](data/my%20table.csv) ![c](https://a.example/x.png) ![d](//a/x.png) ![e](../../x.png) [f](notes.md) ![g](<a b.png>)'
  expect(namedParts(text)).toEqual(['chart.png', 'data/my table.csv'])
})
