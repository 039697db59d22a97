import { expect, it } from 'vitest'
import { initiate } from '../../../src/agent/initiate.ts'
import type { Input, Unstamped } from '../../../src/agent/input.ts'
import { transition } from '../../../src/agent/transition.ts'
import { firstTextOf } from '../../../src/worker/first-text.ts'
import { sessionItem } from '../../../src/worker/session-item.ts'
import { said } from '../../support/said.ts'
import { CONFIG } from '../agent/world/settings.ts'

const START = 1_700_000_000_000
/** A session with one message, a second after it began; each later input comes a second after the one before. */
const begin = () => {
  let state = initiate('s')
  const put = (input: Unstamped): number => {
    const seq = state.head.seq + 1
    const next = transition({ ...input, seq, timestamp: START + seq * 1000 } as Input)(state)
    expect(next, `${input.type} applies`).not.toBe(state)
    state = next
    return sessionItem(state.head).timestamp
  }
  put({ type: 'session-create', sessionId: 's', config: CONFIG })
  return { put, state: () => state }
}
const message = (messageId: string): Unstamped =>
  said({ type: 'user-send-message', messageId, content: [{ type: 'text', text: messageId }], delivery: 'steer' })

it('renaming a session, or undoing its deletion, takes it to the top of the list: only the conversation moves it', () => {
  const { put } = begin()
  const sent = put(message('m0'))
  expect(put({ type: 'user-name-session', title: 'Rivers' })).toBe(sent)
  expect(put(said({ type: 'user-configure', config: { systemPrompt: 'Be brief.' } }))).toBe(sent)
  const file = { path: 'a.txt', from: null, to: 'a'.repeat(64), size: 1, mediaType: 'text/plain' }
  expect(put(said({ type: 'user-change-files', files: [file] }))).toBe(sent)
  const stopped = put(said({ type: 'user-abort' }))
  expect(stopped).toBe(sent + 4000)
  expect(put(said({ type: 'user-delete-session' }))).toBe(stopped)
  expect(put({ type: 'user-restore-session' })).toBe(stopped)
  expect(put(message('m1'))).toBe(stopped + 3000)
})

it('a head that was stored before stands where its last input put it, and stays there when it is renamed', () => {
  const { put, state } = begin()
  const sent = put(message('m0'))
  expect(Object.hasOwn(state().head, 'activeAt')).toBe(false)
  expect(sessionItem(state().head).timestamp).toBe(state().head.timestamp)
  expect(put({ type: 'user-name-session', title: 'Rivers' })).toBe(sent)
})

it('a run that was stopped or failed stays "New session" for good: its first words name it', () => {
  const { put, state } = begin()
  put(message('# Rivers of *Asia*'))
  put(said({ type: 'user-abort' }))
  const [first] = state().messages
  expect(sessionItem(state().head, firstTextOf(first)).title).toBe('Rivers of Asia')
  expect(sessionItem(state().head, firstTextOf(undefined)).title).toBe('New session')
  put({ type: 'user-name-session', title: 'Water' })
  expect(sessionItem(state().head, firstTextOf(first)).title).toBe('Water')
})
