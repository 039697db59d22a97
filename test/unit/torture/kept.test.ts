import { describe, expect, it } from 'vitest'
import { type KeyValue, makeOutbox } from '../../../src/ui/base/worker-link/outbox.ts'
import { makeLedger } from '../../torture/ledger.ts'
import type { Tab } from '../../torture/machine-room.ts'
import { makeKept } from '../../torture/page/kept.ts'
import { requireKept, type Scene } from '../../torture/scene.ts'

/**
 * What a page that was reloaded has kept of the commands it had taken. The rig gives them again, so it must look
 * before.
 */

function makeStorage(): KeyValue {
  const values = new Map<string, string>()
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size
    },
  }
}
const command = { kind: 'input', sessionId: 's', input: { type: 'user-continue' } } as const

describe('a page that was loaded again', () => {
  const storage = makeStorage()
  const outbox = makeOutbox(storage, () => {})
  const kept = makeKept(storage, outbox, async () => new Set(['committed']))

  it('has lost a command that is neither in the outbox, nor answered, nor in the journal', async () => {
    outbox.put({ id: 'waiting', order: 1, command })
    outbox.put({ id: 'answered', order: 2, command })
    outbox.remove('answered')
    kept.answered('answered')
    expect(await kept.lost(['waiting', 'answered', 'committed'])).toEqual([])
    outbox.remove('waiting')
    expect(await kept.lost(['waiting', 'answered', 'committed', 'never'])).toEqual(['waiting', 'never'])
  })
})

function scene(lost: (string[] | null)[], { app = false, taken = true } = {}): { look: () => Promise<string[]> } {
  const ledger = makeLedger(1)
  const sent = ledger.send('s', command, null)
  const tab = { kind: 'bare', frozen: false } as Tab
  const found: string[] = []
  const world = { note: () => {}, room: { ask: async () => (lost.length > 1 ? lost.shift() : lost[0]) } }
  const given = new WeakMap(taken ? [[tab, new Set([sent.id])]] : [])
  const parts = { world, plan: { app }, person: ledger, given, found } as unknown as Scene
  return {
    look: async () => {
      await requireKept(parts, tab)
      return found
    },
  }
}

describe('an outbox that keeps nothing', () => {
  it('is found out before the page is reminded', async () => {
    expect((await scene([['c1-0']]).look()).join()).toContain('a reload lost commands that the page had taken: c1-0')
  })

  it('is none where another tab has just taken the answer', async () => {
    expect(await scene([['c1-0'], []]).look()).toEqual([])
  })

  it('is none where this tab had not taken the command, and cannot be told where the product’s page hears answers', async () => {
    expect(await scene([['c1-0']], { taken: false }).look()).toEqual([])
    expect(await scene([['c1-0']], { app: true }).look()).toEqual([])
  })
})

describe('a ledger', () => {
  it('knows a refused command that came back from one that was only seen', () => {
    const ledger = makeLedger(1)
    const sent = ledger.send('s', command, null)
    ledger.heard({}, { [sent.id]: 'No.' })
    ledger.found([sent.id])
    expect(sent).toMatchObject({ outcome: 'refused: No.', returned: false })
    ledger.killed()
    expect(sent.returned).toBe(false)
    ledger.found([sent.id])
    expect(sent.returned).toBe(true)
  })

  it('notes damage while a command was under way, of that session alone: a refusal that was lost with its page is heard after the mending', () => {
    const ledger = makeLedger(1)
    const send = (sessionId: string) => ledger.send(sessionId, command, null)
    const [answered, early] = [send('s'), send('s')]
    ledger.heard({}, { [answered.id]: 'No.' })
    ledger.damaged('s')
    const [during, other] = [send('s'), send('t')]
    ledger.damaged(null)
    const late = send('s')
    ledger.heard({}, { [early.id]: 'No.', [during.id]: 'No.' })
    expect([answered, early, during, other, late].map(({ damaged }) => damaged)).toEqual([
      ...[false, true, true, false, false],
    ])
  })

  it('knows what was sent before the making of its session was acknowledged', () => {
    const ledger = makeLedger(1)
    const making = { kind: 'create-session', sessionId: 's', providerId: 'p', model: 'm', thinking: 'low' } as const
    const { id } = ledger.send('s', making, null)
    expect(ledger.send('s', command, null).created).toBe(false)
    ledger.heard({ [id]: 'committed' }, {})
    expect(ledger.send('s', command, null).created).toBe(true)
  })
})
