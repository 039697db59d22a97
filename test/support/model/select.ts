// biome-ignore-all format: kept as the specification writes it
import type { Answer, Effect, State, Step, ToolCall, UserMessage } from './types.ts'
import { MAX_COMPRESS_FAILURES, MAX_HELPERS, MAX_STREAMS, MAX_TOOLS } from './types.ts'

export const answers = (s: State) => s.messages.filter((m): m is Answer => m.role === 'assistant')
export const isOpen = (c: ToolCall) => c.status !== 'closed' && c.status !== 'announced'
export const unsettled = (s: State) => answers(s).filter(a => a.status === 'complete' && a.settledAt === null)
export const openCalls = (s: State) => unsettled(s).flatMap(a => a.calls.filter(isOpen))
export const live = (s: State) => answers(s).filter(a => a.status === 'streaming' || a.status === 'waiting')
export const busy = (s: State) => live(s).length > 0 || unsettled(s).length > 0

/** Calls of this batch whose turn it is. */
export const inTurn = (a: Answer) => {
  const open = a.calls.filter(isOpen)
  return (a.calls.some(c => c.sequential) ? open.slice(0, 1) : open).filter(c => c.status === 'ready')
}
const helped = (s: State) => openCalls(s).filter(c => c.status === 'waiting' && c.helper !== undefined && c.retryAt === null)
/** First come, first served: a running call is never displaced by a later one. */
export const running = (s: State) =>
  unsettled(s).flatMap(inTurn).filter(c => c.turnAt !== null).sort((x, y) => (x.turnAt ?? 0) - (y.turnAt ?? 0)).slice(0, Math.max(0, Math.min(MAX_TOOLS, MAX_HELPERS - helped(s).length)))

/** The cut of the next request, or null. */
const nextCut = (s: State): number | null => {
  if (!s.unseen || s.hold || s.turnsLeft <= 0 || unsettled(s).length > 0) return null
  const l = live(s)
  if (l.some(a => a.status === 'waiting') || l.length > 0 && !(s.unseen.now && l.length < MAX_STREAMS)) return null
  return s.unseen.at
}
export const measure = { size: (s: State, cut: number): number => context(s, cut).length }
/** The cut of the compression to make now. The person's runs at any calm moment; others run once before a request. */
export const compressionCut = (s: State): number | null => {
  if (s.compact !== null && !busy(s)) return s.compact
  const cut = nextCut(s)
  if (cut === null || live(s).length > 0 || s.compressedFor === cut) return null
  return s.tooLong.due || s.failures < MAX_COMPRESS_FAILURES && measure.size(s, cut) > s.threshold ? cut : null
}
export const askingCut = (s: State) => compressionCut(s) === null ? nextCut(s) : null
export const wantsName = (s: State) => s.title === null && s.messages.some(m => m.role === 'user')
export const waits = (s: State) => [...live(s), ...openCalls(s)].filter(w => w.status === 'waiting')
export const waitKey = (w: Answer | ToolCall) => `wait-${'role' in w ? w.cut : w.id}-${w.attempt}`

export const effectsAt = (s: State): Record<string, Effect> => {
  const out: Record<string, Effect> = {}
  for (const { cut, attempt, status } of live(s))
    if (status === 'streaming') out[`ask-brain-${cut}-${attempt}`] = { kind: 'ask-brain', cut, attempt }
  const compressed = compressionCut(s), cut = askingCut(s)
  if (compressed !== null) out[`compress-history-${compressed}`] = { kind: 'compress-history', cut: compressed }
  if (cut !== null) out[`ask-brain-${cut}-0`] = { kind: 'ask-brain', cut, attempt: 0 }
  for (const { id, attempt } of running(s))
    out[`request-toolkit-${id}-${attempt}`] = { kind: 'request-toolkit', toolCallId: id, attempt }
  for (const w of waits(s)) out[waitKey(w)] = 'helper' in w && w.helper !== undefined && w.retryAt === null ? { kind: 'await-helper', session: w.helper } : { kind: 'wait', until: w.retryAt ?? 0 }
  if (wantsName(s)) out['name-session'] = { kind: 'name-session' }
  return out
}

export const status = (s: State) => {
  const kinds = new Set(Object.values(effectsAt(s)).map(e => e.kind))
  if (kinds.has('await-helper') && !kinds.has('ask-brain') && !kinds.has('compress-history')) return 'request-toolkit'
  for (const k of ['ask-brain', 'compress-history', 'request-toolkit', 'wait'] as const) if (kinds.has(k)) return k
  if (openCalls(s).some(c => c.status === 'pending' || c.status === 'unknown')) return 'waiting-for-you'
  return s.hold ?? 'idle'
}

// ---- context for the brain ----
export const planLines = (steps: Step[]) => steps.map((s, n) => `${n + 1}. [${s.state}] ${s.text}`).join('\n')
export const planNote = (steps: Step[]) => steps.length === 0 ? '[The user removed every step of the plan.]' : `[The user changed the plan. It is now:\n${planLines(steps)}]`
/** What the request for this cut tells of the plan: fixed when its answer is opened. */
const untold = (s: State, cut: number) => {
  const a = answers(s).find(each => each.cut === cut)
  return a ? a.told : s.plan && s.plan.row === null ? planNote(s.plan.steps) : undefined
}
export type Item = { role: 'user'; text: string } | { role: 'assistant'; text: string; calls: string[] } | { role: 'tool'; callId: string }
/** Only what existed at the cut, so that a repeated request for the same cut is the same. */
export const context = (s: State, cut: number): Item[] => {
  const out: Item[] = []
  const say = (text: string) => {
    const last = out.at(-1)
    if (last?.role === 'user') last.text += `\n${text}`; else out.push({ role: 'user', text })
  }
  const turn = (text: string, calls: ToolCall[]) => {
    if (text === '' && calls.length === 0) return
    if (out.at(-1)?.role === 'assistant') say('(continue)')
    out.push({ role: 'assistant', text, calls: calls.map(c => c.id) })
    for (const c of calls) out.push({ role: 'tool', callId: c.id })
  }
  const seen = (a: Answer) => (a.status === 'complete' || a.status === 'aborted') && a.settledAt !== null && a.settledAt <= cut
  if (s.summary !== null) {
    const older = answers(s).filter(a => a.at <= s.summaryCutAt && seen(a)).flatMap(a => a.calls)
    say(`${s.summary} [${older.filter(c => !s.loaded.includes(c.id)).map(c => c.id)}]`)
    const words = s.messages.filter((m): m is UserMessage => m.role === 'user' && s.words.includes(m.id) && m.at <= s.summaryCutAt)
    const newer = s.messages.some(m => m.role === 'user' && m.at > s.summaryCutAt && m.at <= cut), lastAt = words.at(-1)?.at
    for (const m of words) if (newer || m.at !== lastAt) say(m.text)
    turn('', older.filter(c => s.loaded.includes(c.id)))
    for (const m of words) if (!newer && m.at === lastAt) say(m.text)
  }
  for (const m of s.messages) {
    if (m.at <= s.summaryCutAt) continue
    if (m.role === 'user') { if (m.at <= cut) say(m.text); continue }
    if (m.told !== undefined && m.at <= cut) say(m.told)
    if (seen(m)) turn(m.text, m.calls)
  }
  const note = untold(s, cut)
  if (note !== undefined) say(note)
  if (out.at(-1)?.role === 'assistant') say('(continue)')
  return out
}
