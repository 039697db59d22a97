import { describe, expect, it } from 'vitest'
import type { Input } from '../../../../src/agent/input.ts'
import { countApart, lateResults, messagesOf } from '../../../../src/worker/sync/session/apart.ts'

const rows = (...inputs: object[]): Input[] =>
  inputs.map((input, n) => ({ ...input, seq: n + 1, timestamp: n }) as unknown as Input)
const text = (words: string) => [{ type: 'text' as const, text: words }]
const message = (messageId: string, words: string, delivery = 'interrupt') => ({
  ...{ type: 'user-send-message', messageId, content: text(words), delivery, partials: {} },
})
const call = (type: string, toolCallId: string, more: object = {}) => ({ type, toolCallId, attempt: 1, ...more })

describe('what one device alone had', () => {
  it('is said in its order, as the person left it, and interrupts nothing', () => {
    const tail = rows(
      message('a', 'One'),
      message('b', 'Two', 'steer'),
      message('c', 'Three'),
      { type: 'user-change-queued', messageId: 'c', content: text('Third') },
      { type: 'user-cancel-queued', messageId: 'b' },
      { type: 'user-change-queued', messageId: 'earlier', content: text('not of the tail') },
    )
    expect(messagesOf(tail)).toEqual([
      { type: 'user-send-message', messageId: 'a', content: text('One'), delivery: 'follow-up' },
      { type: 'user-send-message', messageId: 'c', content: text('Third'), delivery: 'follow-up' },
    ])
  })

  it('settles only acts that began before the two parted: later ids may name others', () => {
    const tail = rows(
      call('toolkit-respond', '3.1.0', { content: text('Sent.'), known: [], terminate: false }),
      call('toolkit-error', '3.1.1', { error: 'Refused by the server', retryAt: null }),
      call('toolkit-error', '3.1.2', { error: 'Will be tried again', retryAt: 9 }),
      call('toolkit-start', '9.1.0'),
      call('toolkit-respond', '9.1.0', { content: text('Begun alone.'), known: [], terminate: false }),
    )
    expect(lateResults(tail)).toEqual([
      { toolCallId: '3.1.0', attempt: 1, content: text('Sent.') },
      { toolCallId: '3.1.1', attempt: 1, content: text('Refused by the server') },
    ])
    expect(countApart(tail)).toEqual({ messages: 0, answers: 0, results: 2 })
  })
})
