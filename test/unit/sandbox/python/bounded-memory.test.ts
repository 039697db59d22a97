import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { boundMemory } from '../../../../src/sandbox/python/bounded-memory.ts'

const PAGE = 64 * 1024
const HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]
/** A module with a memory of 1 page, of up to 65,536, that it exports as "m". */
const module = (): Uint8Array<ArrayBuffer> =>
  new Uint8Array([...HEAD, 5, 6, 1, 1, 1, 0x80, 0x80, 4, 7, 5, 1, 1, 0x6d, 2, 0])
const memoryOf = (bytes: Uint8Array<ArrayBuffer>): WebAssembly.Memory =>
  new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports['m'] as WebAssembly.Memory

it('Python took 4 GB: a bounded binary gets so much and no more', () => {
  expect(memoryOf(module()).grow(20_000)).toBe(1)
  const bytes = module()
  boundMemory(bytes, 10 * PAGE)
  const memory = memoryOf(bytes)
  expect(memory.grow(9)).toBe(1)
  expect(() => memory.grow(1)).toThrow(RangeError)
})

it("Python's own binary can be bounded, and is sound then", () => {
  const file = createRequire(import.meta.url).resolve('pyodide/pyodide.asm.wasm')
  const bytes = new Uint8Array(readFileSync(file))
  const before = bytes.slice()
  boundMemory(bytes, 1024 * 1024 * 1024)
  const changed = [...bytes.keys()].filter((index) => bytes[index] !== before[index])
  expect(changed).toHaveLength(1)
  expect(WebAssembly.validate(bytes)).toBe(true)
})

it.each([
  ['nothing', HEAD],
  ['a memory without a maximum', [...HEAD, 5, 3, 1, 0, 1]],
  ['a number without an end', [...HEAD, 5, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80]],
  ['a section that is cut off', [...HEAD, 5, 6, 1, 1]],
])('a binary with %s is refused', (_, bytes) => {
  expect(() => boundMemory(new Uint8Array(bytes), PAGE)).toThrow(Error)
})
