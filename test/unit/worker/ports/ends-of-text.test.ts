import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endsOfText } from '../../../../src/worker/ports/ends-of-text.ts'

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
const CUT = '\n[…]\n'

it('holds any text in any pieces: whole where it fits, else its beginning and its end to the sign, and says how many it left out', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '你', '🙂', '\n'), maxLength: 120 })
  fc.assert(
    fc.property(
      text,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 4, max: 40 }),
      fc.array(fc.nat(30)),
      (said, head, tail, cuts) => {
        const ends = endsOfText(head, tail)
        const bytes = bytesOf(said)
        let at = 0
        for (const cut of [...cuts, bytes.length]) {
          ends.add(bytes.slice(at, at + cut))
          at = Math.min(bytes.length, at + cut)
        }
        const read = ends.read()
        if (bytes.length <= head + tail) {
          expect(read).toEqual({ text: said, left: 0 })
          return
        }
        const [start = '', end = ''] = read.text.split(CUT)
        expect(said.startsWith(start)).toBe(true)
        expect(said.endsWith(end)).toBe(true)
        // no sign more than the bytes hold, and at most one less at each side
        expect(head - bytesOf(start).length).toBeLessThan(4)
        expect(tail - bytesOf(end).length).toBeLessThan(4)
        const signs = [...said].length
        const shown = [...start].length + [...end].length
        // one that the cut goes through is in neither half
        expect(signs - shown - read.left).toBeGreaterThanOrEqual(0)
        expect(signs - shown - read.left).toBeLessThanOrEqual(1)
      },
    ),
    { numRuns: 500 },
  )
})

it('what is read while it grows is what had come by then', () => {
  const ends = endsOfText(4, 4)
  ends.add(bytesOf('ab'))
  expect(ends.read()).toEqual({ text: 'ab', left: 0 })
  ends.add(bytesOf('cdef'))
  expect(ends.read()).toEqual({ text: 'abcdef', left: 0 })
  ends.add(bytesOf('ghijkl'))
  expect(ends.read()).toEqual({ text: `abcd${CUT}ijkl`, left: 4 })
})
