import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { speak } from '../../../../src/ui/base/words/language.ts'
import { sentences } from '../../../../src/ui/base/words/sentences.ts'

beforeAll(() => vi.stubGlobal('document', { documentElement: {} }))
afterAll(() => vi.unstubAllGlobals())

it('sentences of English stand apart, those of Chinese have their own room', async () => {
  expect(sentences(['Not uploaded.', '', 'It is empty.'])).toBe('Not uploaded. It is empty.')
  await speak('zh')
  expect(sentences(['未上传。', '', '文件为空。'])).toBe('未上传。文件为空。')
})
