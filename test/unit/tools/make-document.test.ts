import { expect, it } from 'vitest'
import { makeDocument } from '../../../src/tools/documents/make-document.ts'
import { namedParts } from '../../../src/tools/documents/named-parts.ts'
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
