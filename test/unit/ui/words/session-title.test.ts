import { afterEach, expect, it } from 'vitest'
import { speak } from '../../../../src/ui/base/words/language.ts'
import { sessionTitle } from '../../../../src/ui/base/words/session-title.ts'

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

it('what the worker added to a name is said in Chinese; a name that only looks like it in part stays', async () => {
  Object.assign(globalThis, { document })
  const titles = [
    'Sea (imported)',
    'New session (branch)',
    'A (b) (imported) (from this device)',
    'Sea (imported) again',
    '(imported)',
  ]
  expect(titles.map(sessionTitle)).toEqual(titles)
  await speak('zh')
  expect(titles.map(sessionTitle)).toEqual([
    'Sea（已导入）',
    '新会话（分支）',
    'A (b)（已导入）（来自此设备）',
    'Sea (imported) again',
    '(imported)',
  ])
})
