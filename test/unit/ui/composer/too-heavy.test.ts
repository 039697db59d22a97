import { expect, it } from 'vitest'
import type { Attached } from '../../../../src/ui/base/state/drafts.ts'
import { tooHeavy, weigh } from '../../../../src/ui/conversation/composer/attachments/too-heavy.ts'

const sound = (blob: string): Attached => ({
  ...{ type: 'document', mediaType: 'audio/wav', blob, words: null, length: 9, name: blob },
})
const letter = (blob: string): Attached => ({ ...sound(blob), mediaType: 'application/msword' }) as Attached

it('files that are too much for one request together are told of; one alone, and those whose words are sent, are not', () => {
  for (const blob of ['a', 'b', 'c']) weigh(blob, 11_000_000)
  weigh('d', 25_000_000)
  expect(tooHeavy([])).toBeNull()
  expect(tooHeavy([sound('a')])).toBeNull()
  expect(tooHeavy([sound('d')])).toBeNull()
  expect(tooHeavy([sound('a'), letter('b')])).toBeNull()
  // what was attached before a reload is not known
  expect(tooHeavy([sound('a'), sound('unknown')])).toBeNull()
  const picture: Attached = { type: 'image', mediaType: 'image/png', blob: 'b' }
  expect(tooHeavy([sound('a'), picture, sound('unknown')])).toEqual({ size: 22_000_000, most: 20_000_000 })
})
