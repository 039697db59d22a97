import { afterEach, expect, it } from 'vitest'
import { speak } from '../../../../src/ui/words/language.ts'
import { sessionTitle } from '../../../../src/ui/words/session-title.ts'

// the language is put on the document, which is not there
const document = { documentElement: { lang: '' } }
afterEach(async () => {
  await speak('en')
  Reflect.deleteProperty(globalThis, 'document')
})

it('a session without a name is called so in Chinese too, though the worker lists it in English; a name stays as it is', async () => {
  Object.assign(globalThis, { document })
  expect(['', undefined, 'New session', 'Send'].map(sessionTitle)).toEqual([
    'New session',
    'New session',
    'New session',
    'Send',
  ])
  await speak('zh')
  expect(document.documentElement.lang).toBe('zh-Hans')
  expect(['', undefined, 'New session', 'Send'].map(sessionTitle)).toEqual(['新会话', '新会话', '新会话', 'Send'])
})
