import { createRoot } from 'solid-js'
import { expect, it } from 'vitest'
import { createUiStore } from '../../../../src/ui/state/store.ts'
import { fakeConfig, fakeHead, userRow } from '../../../support/fake-rows.ts'

const read = (seq: number, text: string) => {
  const messages = [userRow(0, text)]
  const head = { ...fakeHead('one', messages), seq }
  return { view: { head, config: fakeConfig(), queue: [], messages }, streams: [], damaged: [] }
}
const delta = (after: number, seq: number, text: string) => {
  const messages = [userRow(0, text)]
  const head = { ...fakeHead('one', messages), seq }
  return { type: 'delta' as const, sessionId: 'one', after, seq, delta: { head, messages } }
}
const text = (store: ReturnType<typeof createUiStore>): unknown => {
  const row = store.state.open?.rows[0]
  return row?.role === 'user' && row.content[0]?.type === 'text' ? row.content[0].text : null
}

it('a delta that comes while the session is being read is not lost: the reading before it asks to be repeated', () =>
  createRoot((dispose) => {
    const store = createUiStore()
    store.opening('one')
    expect(store.delta(delta(101, 102, 'new'))).toBe(true)
    expect(store.opened('one', read(101, 'old'))).toBe(false)
    expect(text(store)).toBe('old')
    expect(store.opened('one', read(102, 'new'))).toBe(true)
    expect(text(store)).toBe('new')
    dispose()
  }))

it('a reading that is older than what is shown does not overwrite it', () =>
  createRoot((dispose) => {
    const store = createUiStore()
    store.opening('one')
    expect(store.opened('one', read(101, 'old'))).toBe(true)
    expect(store.delta(delta(101, 102, 'new'))).toBe(true)
    expect(store.opened('one', read(101, 'old'))).toBe(false)
    expect(text(store)).toBe('new')
    expect(store.state.open?.view?.head.seq).toBe(102)
    dispose()
  }))

it('what was heard of one session says nothing about the next', () =>
  createRoot((dispose) => {
    const store = createUiStore()
    store.opening('two')
    store.delta({ ...delta(900, 901, 'far'), sessionId: 'two' })
    store.opening('one')
    expect(store.opened('one', read(101, 'here'))).toBe(true)
    dispose()
  }))
