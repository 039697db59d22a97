import { createComputed, createRoot } from 'solid-js'
import { unwrap } from 'solid-js/store'
import { describe, expect, it } from 'vitest'
import type { SessionItem } from '../../../../src/protocol/common.ts'
import { createUiStore } from '../../../../src/ui/base/state/store.ts'
import { openingSession } from '../../../../src/ui/base/state/ui-state.ts'
import { answerRow, fakeConfig, fakeHead, userRow } from '../../../support/fake-rows.ts'

const read = (seq: number, text: string) => {
  const messages = [userRow(0, text)]
  const head = { ...fakeHead('one', messages), seq }
  return { view: { head, config: fakeConfig(), queue: [], messages }, streams: [], damaged: [], hasFiles: false }
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

const file = (path: string, seq: number) => ({ path, blob: 'a'.repeat(64), size: 1, mediaType: '', seq, timestamp: 0 })
const paths = (store: ReturnType<typeof createUiStore>) => store.state.open?.files?.map(({ path }) => path)

it('a file that was written while the files were being read is not missing: the reading before it asks to be repeated', () =>
  createRoot((dispose) => {
    const store = createUiStore()
    store.opening('one')
    store.opened('one', read(101, 'here'))
    // the worker reads, commits, tells of the commit, and then answers
    const { delta: plain, ...rest } = delta(101, 102, 'here')
    expect(store.delta({ ...rest, delta: { ...plain, files: [file('rivers.csv', 102)] } })).toBe(true)
    expect(store.filesLoaded('one', { seq: 101, files: [] })).toBe(false)
    expect(store.filesLoaded('one', { seq: 102, files: [file('rivers.csv', 102)] })).toBe(true)
    expect(paths(store)).toEqual(['rivers.csv'])
    // of what came between two readings of the session no delta told
    expect(store.opened('one', read(105, 'here'))).toBe(true)
    expect(store.filesLoaded('one', { seq: 103, files: [] })).toBe(false)
    expect(paths(store)).toEqual(['rivers.csv'])
    dispose()
  }))

it('a page of rows that was read before a delta does not overwrite the row that the delta changed', () =>
  createRoot((dispose) => {
    const store = createUiStore()
    store.opening('one')
    store.opened('one', read(101, 'old'))
    store.delta(delta(101, 102, 'new'))
    expect(store.rowsLoaded('one', { seq: 101, messages: [userRow(0, 'old')], damaged: [] })).toBe(true)
    expect(text(store)).toBe('new')
    store.opened('one', read(104, 'newest'))
    expect(store.rowsLoaded('one', { seq: 103, messages: [userRow(0, 'new')], damaged: [] })).toBe(false)
    expect(text(store)).toBe('newest')
    dispose()
  }))

it('of many rows those far from the view and from the end are let go of, and none that is older than what was told of it comes back', () =>
  createRoot((dispose) => {
    const store = createUiStore()
    store.opening('one')
    const messages = Array.from({ length: 600 }, (_, n) => userRow(n, `words ${n}`))
    const view = { head: { ...fakeHead('one', messages), seq: 700 }, config: fakeConfig(), queue: [], messages }
    store.opened('one', { view, streams: [], damaged: [], hasFiles: false })
    const held = () => Object.keys(store.state.open?.rows ?? {}).map(Number)
    store.letGo([200, 201, 202])
    const near = Array.from({ length: 203 }, (_, k) => 100 + k)
    const end = Array.from({ length: 100 }, (_, k) => 500 + k)
    expect(held()).toEqual([...near, ...end])
    // nothing is far: nothing goes
    store.letGo([200, 201, 202])
    expect(held()).toHaveLength(303)
    const old = { seq: 699, messages: [userRow(0, 'old')], damaged: [] }
    expect(store.rowsLoaded('one', old)).toBe(false)
    expect(store.rowsLoaded('one', { ...old, seq: 700 })).toBe(true)
    expect(text(store)).toBe('old')
    dispose()
  }))

it('rows that were shown and are let go of leave nothing behind in the page, however many they are', () => {
  const ended = createRoot((dispose) => {
    const store = createUiStore()
    const rows = Array.from({ length: 1000 }, (_, n) => answerRow(n, 'words'))
    const head = (count: number) => ({ ...fakeHead('one', rows.slice(0, count)), seq: 2000 + count })
    store.opening('one')
    store.opened('one', {
      view: { head: head(0), config: fakeConfig(), queue: [], messages: [] },
      streams: [],
      damaged: [],
      hasFiles: false,
    })
    const shown = (n: number): void =>
      createRoot((hide) => {
        createComputed(() => {
          const { rows, streams, interrupted, progress } = store.state.open ?? openingSession('one')
          void [rows[n], streams[n], interrupted[n], progress[`${n}.0.0`]]
        })
        hide()
      })
    for (const [n, row] of rows.entries()) {
      const after = head(n).seq
      store.delta({
        type: 'delta',
        sessionId: 'one',
        after,
        seq: after + 1,
        delta: { head: head(n + 1), messages: [row] },
      })
      store.progress({ type: 'progress', sessionId: 'one', toolCallId: `${n}.0.0`, text: 'half' })
      shown(n)
      if (n % 10 === 9) store.letGo([n])
    }
    return { store, dispose }
  })
  const { open } = ended.store.state
  for (const record of [open?.rows, open?.streams, open?.interrupted, open?.progress]) {
    expect(signalsOf(record)).toBeLessThan(130)
    expect(Object.keys(record ?? {}).length).toBeLessThan(130)
  }
  ended.dispose()
})

/** How many keys of a record the page's store holds a signal for, there or not. */
function signalsOf(record: unknown): number {
  const raw = unwrap(record) as object
  const nodes = Object.getOwnPropertySymbols(raw).find(({ description }) => description === 'store-node')
  return nodes === undefined ? 0 : Object.keys((raw as Record<symbol, object>)[nodes] ?? {}).length
}

describe('a variant of the session that is shown', () => {
  const item = (id: string, origin?: SessionItem['origin']): SessionItem => ({
    ...{ id, title: id, timestamp: 1, createdAt: 0, status: 'idle', busy: false, count: 2, deletedAt: null },
    ...(origin && { origin }),
  })
  const reading = (id: string, seq: number, ...words: string[]) => {
    const messages = words.map((said, n) => userRow(n, said))
    const head = { ...fakeHead(id, messages), seq }
    return { view: { head, config: fakeConfig(), queue: [], messages }, streams: [], damaged: [], hasFiles: false }
  }
  const shown = (store: ReturnType<typeof createUiStore>): unknown => {
    const { id, phase, rows } = store.state.open ?? openingSession('none')
    return [id, phase, ...Object.values(rows).map((row) => row.role === 'user' && row.content[0])]
  }
  const says = (text: string) => ({ type: 'text', text })
  const withOne = (look: (store: ReturnType<typeof createUiStore>) => void): void =>
    createRoot((dispose) => {
      const store = createUiStore()
      store.set('sessions', [item('one'), item('two', { session: 'one', n: 1, family: 'one' }), item('other')])
      store.opening('one')
      store.opened('one', reading('one', 100, 'both', 'mine'))
      look(store)
      dispose()
    })

  it('stays until the other is there; then what both have is the same record, and nothing else of it is left', () =>
    withOne((store) => {
      const both = unwrap(store.state.open?.rows[0])
      store.progress({ type: 'progress', sessionId: 'one', toolCallId: '1.0.0', text: 'half way' })
      store.opening('two')
      expect(store.wanted()).toBe('two')
      expect(shown(store)).toEqual(['one', 'ready', says('both'), says('mine')])
      // it goes on meanwhile
      const { head, messages } = reading('one', 101, 'both', 'mine', 'more').view
      expect(store.delta({ type: 'delta', sessionId: 'one', after: 100, seq: 101, delta: { head, messages } })).toBe(
        true,
      )
      expect(store.opened('two', reading('two', 60, 'both', 'yours'))).toBe(true)
      expect(store.wanted()).toBe('two')
      expect(shown(store)).toEqual(['two', 'ready', says('both'), says('yours')])
      expect(unwrap(store.state.open?.rows[0])).toBe(both)
      expect(store.state.open).toMatchObject({ turned: { from: 'one', at: 1, times: 1 }, progress: {}, files: null })
    }))

  it('is left alone when the person goes back, or elsewhere, before it has been read', () =>
    withOne((store) => {
      store.opening('two')
      store.opening('one')
      expect(store.opened('two', reading('two', 60, 'both', 'yours'))).toBe(true)
      expect(shown(store)).toEqual(['one', 'ready', says('both'), says('mine')])
      store.opening('two')
      store.opening('other')
      expect(store.opened('two', reading('two', 60, 'both', 'yours'))).toBe(true)
      expect(shown(store)).toEqual(['other', 'loading'])
      expect(store.wanted()).toBe('other')
    }))

  it('is asked for again when something newer of it was heard while it was read', () =>
    withOne((store) => {
      store.opening('two')
      expect(store.delta({ type: 'delta', sessionId: 'two', after: 60, seq: 61, delta: {} })).toBe(true)
      expect(store.opened('two', reading('two', 60, 'both', 'yours'))).toBe(false)
      expect(store.opened('two', reading('two', 61, 'both', 'yours', 'more'))).toBe(true)
      expect(shown(store)).toEqual(['two', 'ready', says('both'), says('yours'), says('more')])
      expect(store.state.open?.turned.times).toBe(1)
    }))

  it('that is gone, or cannot be read, is said to be so, and the one before it is not shown under its address', () =>
    withOne((store) => {
      store.opening('two')
      store.openFailed('two', 'It cannot be read.')
      expect(store.state.open).toMatchObject({ id: 'two', phase: 'failed', problem: 'It cannot be read.' })
      store.opening('one')
      store.opened('one', reading('one', 100, 'both', 'mine'))
      store.opening('two')
      expect(store.opened('two', null)).toBe(true)
      expect(shown(store)).toEqual(['two', 'missing'])
    }))

  it('that changed in what both had is made anew from there', () =>
    withOne((store) => {
      store.opening('two')
      store.opened('two', reading('two', 60, 'both, but late', 'mine'))
      expect(shown(store)).toEqual(['two', 'ready', says('both, but late'), says('mine')])
      expect(store.state.open?.turned).toMatchObject({ at: 0, times: 1 })
    }))
})
