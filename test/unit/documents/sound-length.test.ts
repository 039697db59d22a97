import { expect, it } from 'vitest'
import { soundLength } from '../../../src/documents/sound-length.ts'

/** Bytes of a recording that begins so. */
const sound = (size: number, ...head: number[]): Uint8Array => {
  const bytes = new Uint8Array(size)
  bytes.set(head)
  return bytes
}
const letters = (words: string): number[] => [...words].map((letter) => letter.charCodeAt(0))

it('the length of a recording is what its beginning says of its rate', () => {
  // version 1, layer III, 128 kbit/s: 16,000 bytes of a second
  expect(soundLength(sound(160_000, 0xff, 0xfb, 0x90), 'audio/mpeg')).toBe(10)
  // version 2, 64 kbit/s
  expect(soundLength(sound(80_000, 0xff, 0xf3, 0x80), 'audio/mpeg')).toBe(10)
  // behind a tag of 5 bytes
  const tag = [...letters('ID3'), 4, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0]
  expect(soundLength(sound(160_000, ...tag, 0xff, 0xfb, 0x90), 'audio/mpeg')).toBe(10)
  const format = [...letters('fmt '), 16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1f, 0, 0, 0x80, 0x3e, 0, 0]
  expect(soundLength(sound(160_000, ...letters('RIFF....WAVE'), ...format), 'audio/wav')).toBe(10)
  const other = [...letters('LIST'), 4, 0, 0, 0, 0, 0, 0, 0]
  expect(soundLength(sound(160_000, ...letters('RIFF....WAVE'), ...other, ...format), 'audio/wav')).toBe(10)
})

it('where it says nothing, or nonsense, it is estimated, and is at least a second', () => {
  expect(soundLength(sound(40_000, ...letters('OggS')), 'audio/ogg')).toBe(10)
  expect(soundLength(sound(40_000), 'audio/mpeg')).toBe(10)
  expect(soundLength(sound(40_000, 0xff, 0xfb, 0xf0), 'audio/mpeg')).toBe(10)
  expect(soundLength(sound(40_000, ...letters('RIFF....WAVE')), 'audio/wav')).toBe(10)
  expect(soundLength(sound(40, ...letters('RIFF....WAVELIST'), 0xff, 0xff, 0xff, 0xff), 'audio/wav')).toBe(1)
  expect(soundLength(sound(12, ...letters('ID3'), 4, 0, 0, 127, 127, 127, 127), 'audio/mpeg')).toBe(1)
})
