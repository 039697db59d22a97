import { expect, it } from 'vitest'
import { fileChangesOf } from '../../../../src/agent/attachments.ts'
import { llmMessages } from '../../../../src/agent/brain-request.ts'
import type { PlainBlock } from '../../../../src/agent/content.ts'
import { said } from '../../../support/said.ts'
import { Session } from '../session.ts'

const sha = (digit: string): string => digit.repeat(64)
const table: PlainBlock = {
  type: 'document',
  name: 'sales.csv',
  mediaType: 'text/csv',
  blob: sha('a'),
  words: sha('b'),
  length: 9,
  digest: true,
  file: { path: 'sales.csv', blob: sha('a'), size: 90_000, mediaType: 'text/csv' },
}
const message = (messageId: string, delivery: 'steer' | 'follow-up' = 'steer') => ({
  ...said({ type: 'user-send-message', messageId, content: [table], delivery }),
  files: fileChangesOf([table]),
  known: [],
})

it('an attached file is in the workspace as soon as its message is taken', () => {
  const s = new Session().put(message('u0'))
  expect(s.state.files).toMatchObject([{ path: 'sales.csv', blob: sha('a'), size: 90_000, mediaType: 'text/csv' }])
})

it('so it is while the message waits for its turn', () => {
  const s = new Session().send('u0').start().put(message('u1', 'follow-up'))
  expect(s.state.queue).toHaveLength(1)
  expect(s.state.files).toHaveLength(1)
})

it('a path that was taken meanwhile is not overwritten: neither message nor file is taken', () => {
  const s = new Session().put(message('u0'))
  const other = { ...table, file: { path: 'sales.csv', blob: sha('c'), size: 1, mediaType: 'text/csv' } } as PlainBlock
  s.refuse({ ...message('u1'), content: [other], files: fileChangesOf([other]) })
  expect(s.state.files).toMatchObject([{ blob: sha('a') }])
})

it('the model is told where the file is and gets its digest', () => {
  const stored = { whole: new Map(), text: new Map([[sha('b'), 'A table.']]) }
  expect(llmMessages([{ role: 'user', content: [table] }], stored)[0]?.content).toEqual([
    { type: 'text', text: '[Attached file of the workspace: sales.csv (text/csv, 90000 bytes)]' },
    { type: 'text', text: '<document name="sales.csv">\nA table.\n</document>' },
  ])
})
