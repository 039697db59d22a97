import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { endsInHalf, mendTornList } from '../../support/torn-log.ts'

const [WHOLE, FIRST, MIDDLE, LAST] = [1, 2, 3, 4]

const record = (kind: number, length: number): Buffer => {
  const bytes = Buffer.alloc(7 + length, 7)
  bytes.writeUInt16LE(length, 4)
  bytes.writeUInt8(kind, 6)
  return bytes
}
const whole = record(WHOLE, 100)
const toBlockEnd = record(WHOLE, 32_768 - 7)

it.each([
  ['nothing', Buffer.alloc(0), false],
  ['whole records', Buffer.concat([whole, whole]), false],
  ['half a record', Buffer.concat([whole, whole.subarray(0, 60)]), true],
  ['half a head', Buffer.concat([whole, whole.subarray(0, 5)]), true],
  ['a head alone', Buffer.concat([whole, whole.subarray(0, 7)]), true],
  ['a full block', toBlockEnd, false],
  ['half a record in the second block', Buffer.concat([toBlockEnd, whole, whole.subarray(0, 60)]), true],
  ['a block’s end too short for a head', Buffer.concat([record(WHOLE, 32_768 - 7 - 6), Buffer.alloc(6), whole]), false],
  [
    'a record in parts',
    Buffer.concat([record(FIRST, 32_768 - 7), record(MIDDLE, 32_768 - 7), record(LAST, 10)]),
    false,
  ],
  ['a record whose last part is missing', Buffer.concat([record(FIRST, 32_768 - 7), record(MIDDLE, 32_768 - 7)]), true],
  ['room that was never written to', Buffer.concat([whole, Buffer.alloc(500)]), false],
])('a log of %s', (_, log, torn) => {
  expect(endsInHalf(log)).toBe(torn)
})

it.each([
  ['of whole records stays', [whole, whole], [], false],
  ['that ends in half a record loses it', [whole, whole], [whole.subarray(0, 60)], true],
  ['that ends in the parts of a record loses all of them', [whole], [record(FIRST, 32_768 - 7 - 107)], true],
])('a list of files %s', (_, kept, torn, mended) => {
  const profile = mkdtempSync(join(tmpdir(), 'reflexor-torn-'))
  const folder = join(profile, 'Default', 'IndexedDB', 'http_localhost_1.indexeddb.leveldb')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, '000003.log'), '')
  const list = join(folder, 'MANIFEST-000001')
  writeFileSync(list, Buffer.concat([...kept, ...torn]))
  expect(mendTornList(profile)).toBe(mended)
  expect(readFileSync(list)).toEqual(Buffer.concat(kept))
  rmSync(profile, { recursive: true })
})
