import { expect, it } from 'vitest'
import type { Command } from '../../../src/protocol/command.ts'
import { PROTOCOL_VERSION } from '../../../src/protocol/common.ts'
import { type Attached, makeDrafts } from '../../../src/ui/base/state/drafts.ts'
import { makeOutbox } from '../../../src/ui/base/worker-link/outbox.ts'
import { fakeStorage } from '../../support/fake-storage.ts'

type Storage = ReturnType<typeof fakeStorage>
const silent = (): void => undefined

/** A tab over a storage that others may share: what its composer, its connection and its worker's answers do to it. */
function openTab(storage: Storage) {
  const outbox = makeOutbox(storage, silent)
  const drafts = makeDrafts(storage, outbox)
  return {
    outbox,
    drafts,
    type: (text: string) => drafts.write('s', { text, sentAs: null }),
    send: (text: string): { id: string; kept: boolean } => {
      const id = drafts.idOf('s', text)
      const content = [{ type: 'text' as const, text }]
      const input = { type: 'user-send-message' as const, messageId: id, content, delivery: 'steer' as const }
      const command: Command = { kind: 'input', sessionId: 's', input: { ...input } }
      return { id, kept: outbox.put({ id, order: 1, command }) }
    },
    acknowledged: (id: string) => {
      outbox.remove(id)
      drafts.delivered(id)
    },
    refused: (id: string) => {
      outbox.remove(id)
      drafts.refused(id, 'The queue is full.')
    },
    box: () => drafts.read('s'),
  }
}

it('an older tab does not make a newer tab delete the text of a message on its way', () => {
  const storage = fakeStorage()
  const newer = openTab(storage)
  newer.type('Do not lose me')
  const { id } = newer.send('Do not lose me')
  // the newer version's entry has a kind that this version does not know
  const entry = { version: PROTOCOL_VERSION + 1, id, order: 1, command: { kind: 'later' } }
  storage.setItem(`reflexor:outbox:${id}`, JSON.stringify(entry))
  const older = openTab(storage)
  expect(older.outbox.entries()).toEqual([])
  expect(older.box()).toEqual({ text: 'Do not lose me', attached: [], sentAs: id })
  expect(newer.box()).toEqual({ text: 'Do not lose me', attached: [], sentAs: id })
})

it('a message whose entry is damaged returns to the box, and is sent again under the same id', () => {
  const storage = fakeStorage()
  const before = openTab(storage)
  before.type('Hello')
  const { id } = before.send('Hello')
  storage.setItem(`reflexor:outbox:${id}`, '{"id":')
  const after = openTab(storage)
  after.outbox.entries()
  expect(after.box()).toEqual({ text: 'Hello', attached: [], sentAs: null })
  expect(after.send('Hello').id).toBe(id)
})

it('full storage: a message that the outbox cannot keep is in the box after a reload, until it is acknowledged', () => {
  const storage = fakeStorage()
  const before = openTab(storage)
  before.type('Do not lose me')
  storage.fill()
  const sent = before.send('Do not lose me')
  expect(sent.kept).toBe(false)
  expect(before.box()).toEqual({ text: 'Do not lose me', attached: [], sentAs: sent.id })
  const after = openTab(storage)
  expect(after.box()).toEqual({ text: 'Do not lose me', attached: [], sentAs: null })
  expect(after.send('Do not lose me').id).toBe(sent.id)
  after.acknowledged(sent.id)
  expect(after.box().text).toBe('')
  expect(storage.map.size).toBe(0)
})

it('full storage: typing on does not destroy what was stored, and nothing of it returns once it is delivered', () => {
  const storage = fakeStorage()
  const tab = openTab(storage)
  tab.type('The first part')
  storage.fill()
  expect(tab.type('The first part and the rest')).toBe(false)
  expect(openTab(storage).box().text).toBe('The first part')
  tab.acknowledged(tab.send('The first part and the rest').id)
  expect(tab.box().text).toBe('')
  expect(openTab(storage).box().text).toBe('')
})

it('other words never go under the id of a message that may be on disk', () => {
  const storage = fakeStorage()
  const before = openTab(storage)
  before.type('Hello')
  const { id } = before.send('Hello')
  const after = openTab(storage)
  after.type('Hello!')
  after.type('Hello')
  expect(after.send('Hello').id).not.toBe(id)
  before.acknowledged(id)
  expect(after.box().text).toBe('Hello')
})

it('two tabs: typing in one does not destroy the message that the other has sent, should it be refused', () => {
  const storage = fakeStorage()
  const [a, b] = [openTab(storage), openTab(storage)]
  a.type('sent by a')
  const { id } = a.send('sent by a')
  expect(b.type('typed in b')).toBe(true)
  a.refused(id)
  expect(openTab(storage).box()).toEqual({ text: 'typed in b', attached: [], sentAs: null })
  b.type('')
  expect(openTab(storage).box()).toEqual({ text: 'sent by a', attached: [], sentAs: null })
})

it('two tabs: sending in one does not take what was typed in the other', () => {
  const storage = fakeStorage()
  const [a, b] = [openTab(storage), openTab(storage)]
  a.type('from a')
  b.type('from b')
  a.acknowledged(a.send('from a').id)
  expect(openTab(storage).box()).toEqual({ text: 'from b', attached: [], sentAs: null })
  b.acknowledged(b.send('from b').id)
  expect(storage.map.size).toBe(0)
})

it('two tabs: emptying the box of one leaves the message that the other has sent', () => {
  const storage = fakeStorage()
  const [a, b] = [openTab(storage), openTab(storage)]
  a.type('Hello')
  const { id } = a.send('Hello')
  b.type('')
  expect(a.box()).toEqual({ text: 'Hello', attached: [], sentAs: id })
})

it('two tabs that send the same draft send one message', () => {
  const storage = fakeStorage()
  const [a, b] = [openTab(storage), openTab(storage)]
  a.type('Hello')
  expect(a.send('Hello').id).toBe(b.send('Hello').id)
})

it('two tabs: a draft that still stands in the box of one, after the other has sent it, is not sent as a second message', () => {
  const storage = fakeStorage()
  const [a, b] = [openTab(storage), openTab(storage)]
  a.type('Hello')
  b.box()
  const { id } = a.send('Hello')
  a.acknowledged(id)
  expect(b.send('Hello').id).toBe(id)
  b.acknowledged(id)
  expect(storage.map.size).toBe(0)
  // the same words, typed once more, are another message
  b.type('Hello')
  expect(b.send('Hello').id).not.toBe(id)
})

it('a message that another tab has sent is settled here when its draft goes, and given back when it was refused', () => {
  const storage = fakeStorage()
  const [a, b] = [openTab(storage), openTab(storage)]
  const key = 'reflexor:draft:s'
  const tellB = (change: () => void) => {
    const oldValue = storage.getItem(key)
    change()
    b.drafts.changedElsewhere({ key, oldValue, newValue: storage.getItem(key) })
  }
  a.type('Hello')
  const first = a.send('Hello').id
  tellB(() => a.refused(first))
  expect(b.drafts.settled()).toMatchObject({ commandId: first, refusal: expect.stringContaining('not sent') })
  const second = a.send('Hello').id
  tellB(() => a.acknowledged(second))
  expect(b.drafts.settled()).toEqual({ commandId: second, refusal: null })
})

it('a refused message is sent again under another id, and its draft is gone once that is acknowledged', () => {
  const storage = fakeStorage()
  const tab = openTab(storage)
  tab.type('Hello')
  const first = tab.send('Hello').id
  tab.refused(first)
  expect(tab.box()).toEqual({ text: 'Hello', attached: [], sentAs: null })
  const second = tab.send('Hello').id
  expect(second).not.toBe(first)
  tab.acknowledged(second)
  expect(storage.map.size).toBe(0)
})

it('a draft of an earlier form, without an id, is in the box, is sent under one of its own, and goes with its acknowledgement', () => {
  const storage = fakeStorage()
  storage.setItem('reflexor:draft:s', '{"text":"Hello","sentAs":"x"}')
  const tab = openTab(storage)
  expect(tab.box()).toEqual({ text: 'Hello', attached: [], sentAs: null })
  const { id } = tab.send('Hello')
  expect(id).not.toBe('')
  tab.acknowledged(id)
  expect(storage.map.size).toBe(0)
})

const attached = (digit: string): Attached => ({
  type: 'image',
  mediaType: 'image/png',
  blob: digit.repeat(64),
  name: `${digit}.png`,
})

it('what is attached is there again after a reload, also without any text, and goes with the message', () => {
  const storage = fakeStorage()
  openTab(storage).drafts.write('s', { text: '', attached: [attached('a')], sentAs: null })
  const reloaded = openTab(storage)
  expect(reloaded.box()).toEqual({ text: '', attached: [attached('a')], sentAs: null })
  const id = reloaded.drafts.idOf('s', '', [attached('a')])
  expect(openTab(storage).drafts.idOf('s', '', [attached('a')])).toBe(id)
  reloaded.acknowledged(id)
  expect(reloaded.box()).toEqual({ text: '', attached: [], sentAs: null })
})

it('the same words with another picture are another message', () => {
  const tab = openTab(fakeStorage())
  tab.drafts.write('s', { text: 'Look', attached: [attached('a')], sentAs: null })
  const first = tab.drafts.idOf('s', 'Look', [attached('a')])
  tab.drafts.write('s', { text: 'Look', attached: [attached('b')], sentAs: null })
  expect(tab.drafts.idOf('s', 'Look', [attached('b')])).not.toBe(first)
})

it('a draft whose attachments are not what they should be is no draft', () => {
  const storage = fakeStorage()
  storage.setItem(
    'reflexor:draft:s',
    JSON.stringify({ text: 'x', id: 'i', attached: [{ type: 'image', blob: 'javascript:' }] }),
  )
  expect(openTab(storage).box()).toEqual({ text: '', attached: [], sentAs: null })
})

it('a message is named shortly: the names of the last of them are written with every commit of the session', () => {
  const tab = openTab(fakeStorage())
  tab.type('Hello')
  const first = tab.send('Hello').id
  const typed = tab.send('Never typed').id
  tab.refused(first)
  const again = tab.send('Hello').id
  for (const id of [first, typed, again]) expect(id).toMatch(/^[\w-]{12}$/)
  expect(new Set([first, typed, again]).size).toBe(3)
})
