import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../../src/agent/message.ts'
import { readAnswer, whatIsAsked } from '../../../../src/ui/base/notifications/call-person.ts'

const call = (more: Partial<ToolCall>): ToolCall => ({
  id: '5.0.0',
  providerId: 'c',
  name: 'write_file',
  args: '{"path":"a.md","content":"x"}',
  repeat: 'pure',
  sequential: false,
  status: 'pending',
  turnAt: null,
  attempt: 0,
  started: false,
  starts: 0,
  until: null,
  closeWith: null,
  question: null,
  result: null,
  ...more,
})
const labels = (calls: ToolCall[]): string[] | undefined =>
  whatIsAsked('Notes', calls)?.answers.map(({ label }) => label)

describe('what a notification asks', () => {
  it('a form of a server is approved or denied by a button, unseen', () => {
    const form = { id: 'f', from: 'trips', about: 'form' as const, text: 'Where?', asksForSecret: false, fields: [] }
    const asked = whatIsAsked('Notes', [call({ name: 'trips__plan', status: 'asking', form })])
    expect(asked).toEqual({ title: 'The server “trips” asks you.', text: 'Notes', answers: [] })
  })

  it('a call that needs approval: its name, all that it would do, and two buttons', () => {
    expect(whatIsAsked('Notes', [call({ status: 'closed' }), call({})])).toEqual({
      title: 'Approve write_file?',
      text: 'Notes: {"path":"a.md","content":"x"}',
      answers: [
        {
          label: 'Approve',
          answer: { type: 'user-decide-tool-call', toolCallId: '5.0.0', decision: 'approve', scope: 'once' },
        },
        {
          label: 'Deny',
          answer: { type: 'user-decide-tool-call', toolCallId: '5.0.0', decision: 'deny', scope: 'once' },
        },
      ],
    })
  })

  it.each([
    ['arguments that do not fit', 'x'.repeat(300)],
    ['arguments that turn the words round', 'a\u202egpj.exe'],
    ['arguments with an invisible character', 'a\u200bb'],
  ])('%s: it is not approved there unread, only denied', (_, content) => {
    expect(labels([call({ args: JSON.stringify({ content }) })])).toEqual(['Deny'])
  })

  it('a title that is long, or turns the words round: what would be done stands in sight all the same', () => {
    const text = whatIsAsked(`${'Notes '.repeat(30)}\u202e`, [call({})])?.text ?? ''
    expect(text).toMatch(/^Notes .{30,40}…: \{"path":"a.md","content":"x"\}$/)
    expect(whatIsAsked('a\u202eb', [call({})])?.text).toBe('ab: {"path":"a.md","content":"x"}')
  })

  it('a new origin: says what the word is for', () => {
    expect(whatIsAsked('Notes', [call({ name: 'fetch_page', args: '{}', grant: 'origin:https://a.test' })])?.text).toBe(
      'Notes: Open pages on a.test {}',
    )
  })

  it('a question: its choices are the buttons, as far as there are that many', () => {
    const asking = (choices: string[]) => [call({ status: 'asking', question: { text: 'Which?', choices } })]
    expect(labels(asking(['This', 'That']))).toEqual(['This', 'That'])
    expect(labels(asking(['1', '2', '3']))).toEqual([])
    expect(whatIsAsked('Notes', asking(['This']))).toMatchObject({
      title: 'Which?',
      answers: [
        { answer: { type: 'user-settle-tool-call', choice: 'report', content: [{ type: 'text', text: 'This' }] } },
      ],
    })
  })

  it('several at once, or an unknown outcome: to be looked at in the page', () => {
    expect(whatIsAsked('Notes', [call({}), call({ id: '5.0.1' })])).toEqual({
      title: '2 questions are waiting for you',
      text: 'Notes',
      answers: [],
    })
    expect(labels([call({ status: 'unknown' })])).toEqual([])
    expect(whatIsAsked('Notes', [call({ status: 'ready' })])).toBeNull()
  })

  it('every answer that it offers is read back as it was meant, and nothing else is', () => {
    for (const { answer } of whatIsAsked('Notes', [call({})])?.answers ?? [])
      expect(readAnswer(structuredClone(answer))).toEqual(answer)
    const mode = { type: 'user-configure', config: { mode: 'free' } }
    for (const other of [null, {}, { type: 'user-abort' }, { type: 'user-delete-session' }, mode])
      expect(readAnswer(other)).toBeNull()
  })
})
