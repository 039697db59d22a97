import { expect, it } from 'vitest'
import { soundType } from '../../../src/documents/sound-type.ts'

const head = (...start: (string | number)[]): Uint8Array =>
  Uint8Array.from([
    ...start.flatMap((part) => (typeof part === 'number' ? [part] : [...part].map((sign) => sign.charCodeAt(0)))),
    ...new Array(12).fill(0),
  ])

it.each([
  ['audio/wav', head('RIFF', 1, 2, 3, 4, 'WAVEfmt ')],
  ['audio/mpeg', head('ID3', 4)],
  ['audio/mpeg', head(0xff, 0xfb, 0x90)],
  ['audio/mpeg', head(0xff, 0xf3, 0x90)],
  ['audio/aac', head(0xff, 0xf1, 0x50)],
  ['audio/ogg', head('OggS')],
  ['audio/flac', head('fLaC')],
  ['audio/mp4', head(0, 0, 0, 32, 'ftypM4A ')],
  ['audio/webm', head(0x1a, 0x45, 0xdf, 0xa3)],
])('%s is told by its first bytes', (type, bytes) => {
  expect(soundType(bytes)).toBe(type)
})

it.each([
  ['a picture', head(0xff, 0xd8, 0xff, 0xe0)],
  ['a web page', head('<!doctype html>')],
  ['an AVI', head('RIFF', 1, 2, 3, 4, 'AVI ')],
  ['nothing', new Uint8Array()],
])('%s is no sound, whatever it is called', (_, bytes) => {
  expect(soundType(bytes)).toBeNull()
})
