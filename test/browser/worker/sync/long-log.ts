import { effectsAt } from '../../../../src/agent/effects-at.ts'
import { initiate } from '../../../../src/agent/initiate.ts'
import { Input, type Unstamped } from '../../../../src/agent/input.ts'
import { transition } from '../../../../src/agent/transition.ts'
import { AGENT_VERSION } from '../../../../src/agent/version.ts'
import type { ObjectStore } from '../../../../src/sync/object-store.ts'
import { encodeSegment, hashOf, type Row } from '../../../../src/sync/segment.ts'
import { encodeStretch, STRETCHES } from '../../../../src/sync/stretch.ts'
import type { Vault } from '../../../../src/sync/vault.ts'
import { makeNotes } from '../../../../src/worker/sync/devices/notes.ts'
import { randomId } from '../../../../src/worker/sync/storage/shared-storage.ts'
import { CONFIG } from '../../storage/rows.ts'

const USAGE = { input: 10, output: 5, cacheRead: 0, cacheWrite: 0, reasoning: 0 }

/**
 * Puts the log of a long session into a storage, a segment for each input, as a device does that is connected while it
 * works.
 */
export async function putLongLog(
  store: ObjectStore,
  vault: Vault,
  { turns, picture, stretched = false }: { turns: number; picture: string | null; stretched?: boolean },
): Promise<{ log: string; segments: number; rows: Row[] }> {
  const log = randomId()
  const signal = new AbortController().signal
  const rows = rowsOf(log, turns, picture)
  const edges: { id: string; previous: string }[] = []
  let previous = ''
  for (const [slot, row] of rows.entries()) {
    const id = randomId()
    edges.push({ id, previous })
    const bytes = encodeSegment({ id, device: 'Desk', kind: 'rows', previous, rows: [row] })
    previous = await hashOf(bytes)
    const place = { kind: 'segment', log, slot } as const
    await store.create(await vault.keyOf(place), await vault.seal(place, bytes), signal)
  }
  for (const size of stretched ? STRETCHES : [])
    for (let slot = 0; slot + size <= rows.length; slot += size) {
      const { id: first = '', previous: before = '' } = edges[slot] ?? {}
      const last = edges[slot + size]?.previous ?? previous
      const within = { first, previous: before, last, device: 'Desk', rows: rows.slice(slot, slot + size) }
      const place = { kind: 'stretch', log, slot, size } as const
      await store.create(await vault.keyOf(place), await vault.seal(place, encodeStretch(within)), signal)
    }
  const device = { id: 'Desk', name: 'Desk' }
  const session = { log, next: rows.length, owner: true, busy: false }
  await makeNotes({ store, vault, device }).put(
    { format: 1, device: 'Desk', name: 'Desk', beat: 0, sessions: [session] },
    signal,
  )
  return { log, segments: rows.length, rows }
}

function rowsOf(log: string, turns: number, picture: string | null): Row[] {
  const rows: Row[] = []
  let state = initiate(log)
  const put = (input: Unstamped): void => {
    const seq = rows.length + 1
    const stamped = Input.parse({ ...input, seq, timestamp: 1_700_000_000_000 + seq })
    const next = transition(stamped)(state)
    if (next === state) throw new Error(`${input.type} does not apply.`)
    // as a machine does: what is long past is not held
    state = { ...next, messages: next.messages.slice(-4) }
    rows.push({ seq, timestamp: stamped.timestamp, agentVersion: AGENT_VERSION, input: stamped })
  }
  put({ type: 'session-create', sessionId: log, config: CONFIG })
  // else whoever takes it names it, sooner or later while a test reads it
  put({ type: 'user-name-session', title: 'Long' })
  for (let n = 0; n < turns; n++) {
    const text = {
      type: 'text' as const,
      text: `Message ${n}. ${`What stands there is about ${n * 7919}. `.repeat(12)}`,
    }
    const shown = { type: 'image' as const, mediaType: 'image/png', name: 'a.png', width: 1, height: 1 }
    const content = n === 0 && picture !== null ? [text, { ...shown, blob: picture }] : [text]
    put({ type: 'user-send-message', messageId: `m${n}`, content, delivery: 'steer', partials: {} })
    const work = workOf(state)
    put({ type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } })
    const said = [{ type: 'text' as const, text: `Answer ${n}. ${`It is so because of ${n * 104_729}. `.repeat(20)}` }]
    put({ type: 'brain-send-message-complete', ...work, content: said, stopReason: 'stop', usage: USAGE, cost: 0 })
  }
  return rows
}

function workOf(state: Parameters<typeof effectsAt>[0]): { cut: number; attempt: number } {
  for (const effect of Object.values(effectsAt(state)))
    if (effect.kind === 'ask-brain') return { cut: effect.cut, attempt: effect.attempt }
  throw new Error('Nothing is asked.')
}
