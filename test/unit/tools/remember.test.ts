import { expect, it } from 'vitest'
import { forget, remember } from '../../../src/tools/person/remember.ts'
import { memoryFiles, run, wordsOf } from './memory-files.ts'

const memory = (outcome: 'added' | 'known' | 'full', gone = 0) => ({
  memory: { add: async () => outcome, remove: async () => gone },
})
const told = async (tool: typeof remember, context: Parameters<typeof run>[3]): Promise<string> =>
  wordsOf(await run(tool, memoryFiles(), { note: 'The user likes tea.' }, context))

it('both ask first, and say what came of it', async () => {
  expect([remember.approval, forget.approval]).toEqual(['ask', 'ask'])
  expect(await told(remember, memory('added'))).toBe('Remembered.')
  expect(await told(remember, memory('known'))).toContain('already')
  await expect(told(remember, memory('full'))).rejects.toThrow(/full/)
  expect(await told(forget, memory('added', 2))).toBe('Forgotten.')
  expect(await told(forget, memory('added', 0))).toContain('nothing was changed')
  await expect(told(remember, { memory: undefined })).rejects.toThrow(/Nothing can be remembered/)
})
