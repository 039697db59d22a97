import { expect, it } from 'vitest'
import { pointedPath } from '../../../../src/ui/rendering/pointed/pointed-path.ts'

it.each([
  ['chart.svg', 'chart.svg'],
  ['./out/chart.svg', 'out/chart.svg'],
  ['out//a/../chart.svg', 'out/chart.svg'],
  ['my%20report.docx', 'my report.docx'],
  ['100%25.txt', '100%.txt'],
  ['100%.txt', '100%.txt'],
  ['notes.md#plan', 'notes.md'],
  ['page.html?x=1', 'page.html'],
  ['src/', 'src'],
  ['/chart.svg', 'chart.svg'],
  ['/workspace/chart.svg', 'chart.svg'],
  ['sandbox:/mnt/data/chart.svg', 'chart.svg'],
  ['re\u0301sume\u0301.pdf', 'r\u00e9sum\u00e9.pdf'],
])('%s means the file %s', (address, path) => {
  expect(pointedPath(address)).toBe(path)
})

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'java%0ascript:alert(1)',
  'sandbox:/mnt/data/javascript:alert(1)',
  'data:text/html,x',
  'blob:https://host/x',
  'file:///etc/passwd',
  'C:\\a.txt',
  'http://host/a.png',
  'https:a.png',
  '//host/a.png',
  '\\\\host\\a.png',
  '/\\host/a.png',
  '..',
  '../a.png',
  'a/../../b.png',
  '%2e%2e/b.png',
  '.',
  '/',
  '',
  '#part',
  '?x',
  'a\u202egnp.exe',
  'a%00b',
  'x'.repeat(10_000),
  `${'a/'.repeat(400)}b`,
  'a\\b.png',
])('%s means no file', (address) => {
  expect(pointedPath(address)).toBeNull()
})
