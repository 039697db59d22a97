import { expect, it } from 'vitest'
import { pastedFiles } from '../../../../src/ui/base/kit/pasted-files.ts'

/** Names of the files that a paste brings, of those that lie beside the words in the clipboard. */
function pasted(names: string[], words: Record<string, string>): string[] {
  const clipboardData = new DataTransfer()
  for (const name of names) clipboardData.items.add(new File(['x'], name))
  for (const [type, value] of Object.entries(words)) clipboardData.setData(type, value)
  return pastedFiles(new ClipboardEvent('paste', { clipboardData })).map(({ name }) => name)
}
const both = ['Pläne', 'kite 2.pdf']

it.each([
  ['nothing', both, {}],
  ['empty words', both, { 'text/plain': '\n' }],
  ['their names, as macOS does', both, { 'text/plain': 'Pläne\rkite 2.pdf' }],
  ['their names, written in another form', both, { 'text/plain': 'Pläne\nkite 2.pdf'.normalize('NFD') }],
  ['their paths', both, { 'text/plain': '/home/mia/Pläne\n/home/mia/kite 2.pdf\n' }],
  ['their addresses', both, { 'text/plain': 'file:///home/mia/Pl%C3%A4ne\r\nfile:///home/mia/kite%202.pdf' }],
])('files that lie in the clipboard with %s are pasted', (_, names, words) => {
  expect(pasted(names, words)).toEqual(names)
})

it.each([
  ['cells of a table', { 'text/plain': 'red\t5', 'text/html': '<table></table>' }],
  ['cells without a table', { 'text/plain': 'red\t5\nblue\t6.5' }],
  ['a number', { 'text/plain': '12.50' }],
  ['a sentence', { 'text/plain': 'Fly it.' }],
  ['a cell that says the name of a file', { 'text/plain': 'kite.pdf', 'text/html': '<td>kite.pdf</td>' }],
  ['more names than files', { 'text/plain': 'kite.pdf\nplan.pdf' }],
])('a picture that programs put beside %s is not pasted in place of the words', (_, words) => {
  expect(pasted(['image.png'], words)).toEqual([])
})
