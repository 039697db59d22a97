import { expect, it } from 'vitest'
import { languageOf, mediaTypeOf } from '../../../../src/tools/workspace/media-type.ts'
import { bytesOf } from '../memory-files.ts'

it.each([
  ['a.md', 'text/markdown'],
  ['A.PNG', 'image/png'],
  ['x/y.tar.json', 'application/json'],
  ['Makefile', 'text/plain'],
  ['folder.png/readme', 'text/plain'],
  ['a.unknown', 'text/plain'],
  ['a.constructor', 'text/plain'],
])('%s of text is %s', (path, mediaType) => expect(mediaTypeOf(path, bytesOf('text'))).toBe(mediaType))

it('bytes that are no text and have no known name are just bytes', () => {
  expect(mediaTypeOf('a', new Uint8Array([0]))).toBe('application/octet-stream')
  expect(mediaTypeOf('a', new Uint8Array([0xff, 0xfe]))).toBe('application/octet-stream')
})

it('the code view of a path', () => {
  expect(languageOf('src/a.tsx')).toBe('ts')
  expect(languageOf('a.txt')).toBe('')
})
