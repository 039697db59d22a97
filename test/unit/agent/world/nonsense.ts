import type { Unstamped } from '../../../../src/agent/input.ts'
import { compression, dropping, expandedByPerson, expansion, loadedByPerson, loading, pruning } from './partners.ts'
import { type Command, NAMES } from './settings.ts'
import type { World } from './world.ts'

/** Inputs that mostly do not apply: of work that is over, never was, or is another's. */
export const nonsense = (w: World, { a, b, c }: Omit<Command, 'op'>): Unstamped => {
  const { head, messages } = w.disk.state
  const cuts = [0, -5, 1e9, w.pickSeq(b), ...w.answers.map((answer) => answer.cut), head.unseen?.cut ?? 7]
  const rows = messages.map((row) => (row.role === 'user' ? row.id : String(row.cut)))
  const ids = ['', 'x', '__proto__', ...w.calls.map((call) => call.id), ...rows]
  const keys = Object.keys(w.machine.effectsAt(w.state))
  const n = cuts[c % cuts.length] ?? 0
  const id = ids[c % ids.length] ?? ''
  const work = { cut: n, attempt: b % 3 }
  const call = { toolCallId: id, attempt: b % 3 }
  const failure = { kind: 'unknown', message: '' } as const
  const usage = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, reasoning: 0 }
  const complete = { content: [], stopReason: 'stop', usage, cost: null } as const
  const list: Unstamped[] = [
    { type: 'user-cancel-queued', messageId: id },
    { type: 'user-abort', partials: { [n]: [{ type: 'text', text: 'zz' }] } },
    { type: 'user-retry', target: id, run: n },
    { type: 'user-continue', run: n },
    { type: 'brain-send-message-start', ...work, model: { providerId: 'p', model: 'm' } },
    { type: 'brain-call-tools', ...work, toolCalls: [] },
    { type: 'brain-call-tools', ...work, toolCalls: [{ providerId: '', name: NAMES[b % 6] ?? '', args: '' }] },
    { type: 'brain-send-message-complete', ...work, ...complete, content: [] },
    { type: 'brain-fail', ...work, failure, partial: [], retryAt: b % 2 ? n : null },
    loading(w, work, id),
    expansion(w, work, n),
    compression(w, n, w.pickSeq(a), b),
    pruning(w, n, w.pickSeq(a)),
    { type: 'brain-search-history', ...work },
    { type: 'user-edit-summary', cutAt: w.pickSeq(b), text: `edited ${c}` },
    { type: 'brain-name-session', title: id },
    { type: 'brain-begin-naming' },
    loadedByPerson(w, id),
    { ...expandedByPerson(w, b), cutAt: w.pickSeq(a) } as Unstamped,
    { type: 'toolkit-start', ...call },
    { type: 'toolkit-respond', ...call, content: [], known: [], terminate: b % 2 === 0 },
    { type: 'toolkit-error', ...call, error: '', retryAt: b % 2 ? n : null },
    { type: 'toolkit-interrupt', ...call },
    { type: 'clock-reach', key: id },
    { type: 'effect-lost', key: keys[b % Math.max(1, keys.length)] ?? id, error: '' },
    { type: 'brain-fail-compress', cut: n },
    dropping(w),
    { type: 'session-release', partials: {} },
    { type: 'toolkit-wait', ...call, for: { type: 'helper', session: 'h' } },
    { type: 'session-create', sessionId: 's', config: w.disk.state.config },
  ]
  return list[a % list.length] ?? { type: 'user-continue' }
}
