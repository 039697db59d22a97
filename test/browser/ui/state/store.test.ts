import { createComputed, createRoot } from 'solid-js'
import { unwrap } from 'solid-js/store'
import { expect, it } from 'vitest'
import { createUiStore } from '../../../../src/ui/state/store.ts'
import { openingSession } from '../../../../src/ui/state/ui-state.ts'
import { answerRow, fakeConfig, fakeHead, userRow } from '../../../support/fake-rows.ts'

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
    store.opened('one', { view, streams: [], damaged: [] })
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
