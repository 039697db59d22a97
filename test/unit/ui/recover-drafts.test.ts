import { expect, it, vi } from 'vitest'
import type { TabDraft } from '../../../src/agent/unsent-message.ts'
import type { Request } from '../../../src/protocol/requests.ts'
import type { Ask } from '../../../src/ui/base/state/ask.ts'
import { makeDrafts } from '../../../src/ui/base/state/drafts.ts'
import { type KeptDrafts, makeKeptDrafts } from '../../../src/ui/base/state/kept-drafts.ts'
import { sortOut } from '../../../src/ui/base/state/recover-drafts.ts'
import { makeOutbox } from '../../../src/ui/base/worker-link/outbox.ts'
import { fakeStorage } from '../../support/fake-storage.ts'

const row = (tab: string, text: string, at: number) => ({ tab, text, at, id: `${tab}-${at}` })
const NOTHING = { newer: null, settled: [], others: [] }

it('the last seconds before a kill are gone from the box: newer words of the same hand come back, older ones do not', () => {
  expect(sortOut({ text: 'Hel', at: 1, tab: 'a' }, [row('a', 'Hello', 2)], 'b')).toEqual({
    newer: row('a', 'Hello', 2),
    settled: ['a'],
    others: [],
  })
  expect(sortOut({ text: 'Hel', at: 1, tab: 'a' }, [row('a', 'Hello', 2)], 'a').newer?.text).toBe('Hello')
  // the page's own storage was faster this time
  expect(sortOut({ text: 'Hello', at: 3, tab: 'a' }, [row('a', 'Hel', 2)], 'b')).toEqual({ ...NOTHING, settled: ['a'] })
  expect(sortOut(null, [row('a', 'Hello', 2)], 'b')).toEqual({
    ...NOTHING,
    newer: row('a', 'Hello', 2),
    settled: ['a'],
  })
  expect(sortOut(null, [], 'b')).toEqual(NOTHING)
})

it('what was attached in the last seconds before a kill is gone from the box: it comes back, and what was removed does not', () => {
  const attached = [{ type: 'image' as const, mediaType: 'image/png', blob: 'a'.repeat(64) }]
  const withImage = { ...row('a', 'Look', 2), attached }
  expect(sortOut({ text: 'Look', at: 1, tab: 'a' }, [withImage], 'a').newer).toEqual(withImage)
  expect(sortOut({ text: 'Look', at: 3, tab: 'a' }, [withImage], 'a')).toEqual(NOTHING)
  expect(sortOut({ text: 'Look', at: 1, tab: 'a', attached }, [row('a', 'Look', 2)], 'a').newer?.attached).toBe(
    undefined,
  )
  expect(sortOut({ text: 'Look', attached }, [withImage], 'b')).toEqual({ ...NOTHING, settled: ['a'] })
  // the same words without it are somebody else's
  expect(sortOut({ text: 'Look' }, [withImage], 'b')).toEqual({ ...NOTHING, others: [withImage] })
})

it('two tabs with different unsent words were killed: one is in the box, the other is offered, none is lost', () => {
  const rows = [row('a', 'from a', 1), row('b', 'from b', 2)]
  expect(sortOut({ text: 'from b', at: 2, tab: 'b' }, rows, 'c')).toEqual({
    ...NOTHING,
    settled: ['b'],
    others: [rows[0]],
  })
  expect(sortOut(null, rows, 'c')).toEqual({ ...NOTHING, others: rows })
  // the same words twice are no choice
  expect(sortOut({ text: 'same' }, [row('a', 'same', 1)], 'c')).toEqual({ ...NOTHING, settled: ['a'] })
})

it('two tabs were killed, and one that comes back shows the words of the other: its own come into the box, the other’s are offered, neither is lost', () => {
  const own = row('c', 'from c', 5)
  for (const box of [
    { text: 'from a', at: 4, tab: 'a' },
    { text: 'from a', at: 9, tab: 'a' },
  ])
    for (const theirs of [row('a', 'from a', 4), row('a', 'from a, more', 6)])
      for (const rows of [
        [theirs, own],
        [own, theirs],
      ])
        expect(sortOut(box, rows, 'c')).toEqual({ newer: own, settled: [], others: [theirs] })
  // words of one that lives, whose rows nobody is told, stay where it has them
  expect(sortOut({ text: 'from a', at: 4, tab: 'a' }, [own], 'c')).toEqual({ ...NOTHING, newer: own })
})

/** A tab over the localStorage of all, with a storage of its own that its reload keeps. */
function openTab(shared: ReturnType<typeof fakeStorage>, own = fakeStorage(), tab = 'a', listed: TabDraft[] = []) {
  const outbox = makeOutbox(shared, () => undefined)
  const rows = new Map<string, string>()
  const kept: KeptDrafts = {
    keep: (sessionId, draft) => void (draft === null ? rows.delete(sessionId) : rows.set(sessionId, draft.text)),
    stored: async () => undefined,
    list: async () => listed,
    drop: () => undefined,
  }
  const drafts = makeDrafts(shared, outbox, { own, tab: () => tab, kept })
  return { outbox, drafts, own, rows, type: (text: string) => drafts.write('s', { text, sentAs: null }) }
}

it('two tabs with different unsent words: after a reload each shows its own, and a new tab the words typed last', () => {
  const shared = fakeStorage()
  const [a, b] = [openTab(shared), openTab(shared, fakeStorage(), 'b')]
  a.type('from a')
  b.type('from b')
  expect(openTab(shared, a.own).drafts.read('s').text).toBe('from a')
  expect(openTab(shared, b.own, 'b').drafts.read('s').text).toBe('from b')
  expect(openTab(shared, fakeStorage(), 'c').drafts.read('s').text).toBe('from b')
  a.type('')
  expect(a.rows.size).toBe(0)
  expect(openTab(shared, b.own, 'b').drafts.read('s').text).toBe('from b')
})

it('words that come from a tab that is gone are kept by this one before the row of that one goes', async () => {
  const shared = fakeStorage()
  openTab(shared).type('from a')
  const b = openTab(shared, fakeStorage(), 'b', [row('a', 'from a', 1)])
  expect(b.drafts.read('s').text).toBe('from a')
  expect(await b.drafts.recover('s')).toEqual({ ...NOTHING, settled: ['a'] })
  expect(b.rows.get('s')).toBe('from a')
})

it('a message that was sent does not return to the box of its tab after a reload, and one that was refused does, under another id', () => {
  const shared = fakeStorage()
  const a = openTab(shared)
  a.type('Hello')
  const id = a.drafts.idOf('s', 'Hello')
  const command = { kind: 'input' as const, sessionId: 's', input: { type: 'user-continue' as const } }
  a.outbox.put({ id, order: 1, command })
  expect(openTab(shared, a.own).drafts.read('s')).toEqual({ text: 'Hello', attached: [], sentAs: id })
  // another tab hears of it while this one reloads
  const b = openTab(shared, fakeStorage(), 'b')
  b.outbox.remove(id)
  b.drafts.refused(id, 'No.')
  const again = openTab(shared, a.own)
  expect(again.drafts.read('s')).toEqual({ text: 'Hello', attached: [], sentAs: null })
  const second = again.drafts.idOf('s', 'Hello')
  expect(second).not.toBe(id)
  again.outbox.put({ id: second, order: 2, command })
  b.outbox.remove(second)
  b.drafts.delivered(second)
  expect(openTab(shared, a.own).drafts.read('s')).toEqual({ text: '', attached: [], sentAs: null })
  again.drafts.delivered(second)
  expect([a.own.map.size, again.rows.size]).toEqual([0, 0])
})

it('words are kept a moment after they are typed, an emptied box at once, and whoever must know waits for the disk', async () => {
  vi.useFakeTimers()
  try {
    const asked: Request[] = []
    let finish: () => void = () => undefined
    const ask = ((request: Request) => {
      asked.push(request)
      return new Promise((resolve) => {
        finish = () => resolve(null as never)
      })
    }) as Ask
    const kept = makeKeptDrafts(ask, () => 'a')
    for (const text of ['H', 'He', 'Hel']) {
      kept.keep('s', { text, id: text, at: 1 })
      await vi.advanceTimersByTimeAsync(90)
    }
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(60)
    expect(asked).toMatchObject([{ kind: 'keep-draft', tab: 'a', draft: { text: 'Hel' } }])
    kept.keep('s', { text: 'Hello', id: 'x', at: 2 })
    let stored = false
    void kept.stored('s').then(() => {
      stored = true
    })
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toHaveLength(2)
    expect(stored).toBe(false)
    finish()
    await vi.advanceTimersByTimeAsync(1)
    expect(stored).toBe(true)
    kept.keep('s', null)
    expect(asked.at(-1)).toMatchObject({ draft: null })
    await vi.advanceTimersByTimeAsync(1000)
    expect(asked).toHaveLength(3)
  } finally {
    vi.useRealTimers()
  }
})
