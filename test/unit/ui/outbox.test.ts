import { expect, it } from 'vitest'
import type { Command } from '../../../src/protocol/command.ts'
import { PROTOCOL_VERSION } from '../../../src/protocol/common.ts'
import { type KeyValue, makeOutbox } from '../../../src/ui/base/worker-link/outbox.ts'

function storage(full = false): KeyValue & { map: Map<string, string> } {
  const map = new Map<string, string>()
  return {
    map,
    get length() {
      return map.size
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => {
      if (full) throw new Error('quota')
      map.set(key, value)
    },
    removeItem: (key) => void map.delete(key),
  }
}
const command: Command = { kind: 'input', sessionId: 's', input: { type: 'user-abort' } }
const silent = (): void => undefined

it('commands are there after a reload, in the order of sending, until they are acknowledged', () => {
  const kept = storage()
  const first = makeOutbox(kept, silent)
  first.put({ id: 'b', order: 2, command })
  first.put({ id: 'a', order: 1, command })
  const second = makeOutbox(kept, silent)
  expect(second.entries().map((entry) => entry.id)).toEqual(['a', 'b'])
  second.remove('a')
  expect(first.has('a')).toBe(false)
  expect(first.entries().map((entry) => entry.id)).toEqual(['b'])
})

it('a full storage does not lose a command of this tab, and says that it is not kept', () => {
  const outbox = makeOutbox(storage(true), silent)
  expect(outbox.put({ id: 'a', order: 1, command })).toBe(false)
  expect(outbox.entries().map((entry) => entry.id)).toEqual(['a'])
})

it('an unreadable entry is reported, kept aside and never sent', () => {
  const kept = storage()
  kept.map.set('reflexor:outbox:x', '{"id":')
  kept.map.set('reflexor:outbox:y', '{"id":"y","order":1,"command":{"kind":"evil"}}')
  const problems: Error[] = []
  expect(makeOutbox(kept, (problem) => problems.push(problem)).entries()).toEqual([])
  expect(problems.length).toBe(2)
  expect([...kept.map.keys()].sort()).toEqual(['reflexor:unreadable:x', 'reflexor:unreadable:y'])
})

it('an unreadable entry in a full storage does not keep the others from being sent', () => {
  const kept = storage(true)
  kept.map.set('reflexor:outbox:x', '{"id":')
  kept.map.set('reflexor:outbox:y', JSON.stringify({ id: 'y', order: 1, command }))
  expect(makeOutbox(kept, silent).entries()).toMatchObject([{ id: 'y' }])
})

it('a command of a newer version is left in place for the tab that wrote it, and not sent', () => {
  const kept = storage()
  const newer = JSON.stringify({ version: PROTOCOL_VERSION + 1, id: 'x', order: 1, command: { kind: 'later' } })
  kept.map.set('reflexor:outbox:x', newer)
  const problems: Error[] = []
  const outbox = makeOutbox(kept, (problem) => problems.push(problem))
  expect(outbox.entries()).toEqual([])
  expect(outbox.has('x')).toBe(true)
  expect([...kept.map]).toEqual([['reflexor:outbox:x', newer]])
  expect(problems).toEqual([])
})

it('a command says which version wrote it; one that does not is of the first', () => {
  const kept = storage()
  const outbox = makeOutbox(kept, silent)
  outbox.put({ id: 'a', order: 1, command })
  expect(JSON.parse(kept.map.get('reflexor:outbox:a') ?? '')).toMatchObject({ version: PROTOCOL_VERSION })
  kept.map.set('reflexor:outbox:b', JSON.stringify({ id: 'b', order: 2, command }))
  expect(outbox.entries()).toEqual([
    { id: 'a', order: 1, command },
    { id: 'b', order: 2, command },
  ])
})
