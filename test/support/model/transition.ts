// biome-ignore-all format: kept as the specification writes it
import { answers, askingCut, busy, compressionCut, effectsAt, inTurn, isOpen, live, openCalls, planLines, planNote, running, unsettled, waitKey, waits, wantsName } from './select.ts'
import type { Aim, Answer, CallWork, Input, Partials, Plan, PlanChange, Result, State, Step, ToolCall, UserMessage, Work } from './types.ts'
import { MAX_ATTEMPTS, MAX_LOADED, MAX_STARTS, MAX_STEPS, MAX_TOO_LONG, MODES } from './types.ts'

const see = (s: State, at: number, user = false, now = false) => { if (s.compact !== null) s.compact = at; s.unseen = { at, user: user || !!s.unseen?.user, now: now || !!s.unseen?.now } }
/** `at`: the person began it. Messages that join by themselves when a run would end continue it under its name. */
const newRun = (s: State, at = s.run) => { s.run = at; s.hold = null; s.turnsLeft = Math.max(1, s.config.maxTurns); s.tooLong = { count: 0, due: false }; chooseAnew(s) }
/** Asks the chosen model again; what was learned about another model's window does not count. */
const chooseAnew = (s: State) => { if (s.onward > 0) s.threshold = s.config.compressAbove; s.onward = 0 }
/** Once per request, whether it worked or not; the context changed, so the cut moves. */
const compressed = (s: State, at: number) => {
  s.compact = null; s.tooLong.due = false
  if (s.unseen) { see(s, at); s.compressedFor = at }
}
const join = (s: State, list: UserMessage[], at: number, now = false) => {
  for (const m of list) s.messages.push({ ...m, at })
  see(s, at, true, now)
}
const close = (c: ToolCall, kind: Result['kind'], text: string, terminate = false) => {
  c.status = 'closed'; c.retryAt = null; c.result = { kind, text, terminate }
}
const openAnswer = (s: State, cut: number, at: number): Answer | undefined => {
  if (askingCut(s) !== cut) return
  const a: Answer = { role: 'assistant', cut, at, attempt: 0, starts: 0, status: 'streaming', text: '', calls: [],
    changedContext: false, retryAt: null, settledAt: null }
  if (s.plan && s.plan.row === null) { a.told = planNote(s.plan.steps); s.plan.row = at }
  s.messages.push(a); s.unseen = null; s.turnsLeft--; return a
}
const streaming = (s: State, { cut, attempt }: Work) =>
  answers(s).find(a => a.cut === cut && a.status === 'streaming' && a.attempt === attempt)
const requested = (s: State, { toolCallId, attempt }: CallWork) => running(s).find(c => c.id === toolCallId && c.attempt === attempt)
/** Keeps the text of an earlier attempt if it is longer. */
const longer = (x: string, y: string) => y.length > x.length ? y : x
const fail = (s: State, a: Answer, at: number, text: string, retryAt: number | null, tooLong?: { threshold: number }, noRoom = false) => {
  const newest = !s.unseen && answers(s).every(o => o.cut <= a.cut)
  a.text = longer(a.text, text); a.calls = []; a.changedContext = false; a.starts = 0; a.attempt++
  const instead = newest && noRoom && s.onward < s.config.fallbacks
  if (retryAt !== null && newest && a.attempt < (instead ? s.config.fallbackAfter : MAX_ATTEMPTS)) { a.status = 'waiting'; a.retryAt = retryAt }
  else {
    a.status = 'failed'
    // requested again under a new cut, after a compression at any size; the turn is given back
    if (newest && tooLong && s.threshold < Infinity && s.tooLong.count < MAX_TOO_LONG) {
      s.tooLong = { count: s.tooLong.count + 1, due: true }; s.threshold = tooLong.threshold; s.turnsLeft++; see(s, at)
    } else if (instead) { s.onward++; s.turnsLeft++; see(s, at) }
    else if (newest) s.hold = 'failed'
  }
}
const named = (s: State, title: string) => { s.title = title; s.naming = false }
/** Ends all work at once. Nothing it leaves behind counts as unseen; the queues are kept. */
const stop = (s: State, partials: Partials, at: number) => {
  if (wantsName(s)) named(s, '')
  s.compact = null
  for (const a of live(s)) { a.status = 'aborted'; a.text = longer(a.text, partials[a.cut] ?? ''); a.calls = []; a.retryAt = null; a.settledAt = at }
  for (const a of unsettled(s)) {
    for (const c of a.calls.filter(isOpen)) close(c, 'aborted', c.started ? 'aborted by the user, may have happened' : 'aborted by the user')
    a.settledAt = at
  }
  s.unseen = null
}
/** A step that keeps its words keeps its id. */
const withIds = (old: Step[], steps: Omit<Step, 'id'>[], at: number): Step[] => {
  const free = [...old]
  return steps.map((step, n) => {
    const same = free.findIndex(o => o.text === step.text)
    return { ...step, id: same === -1 ? `${at}.${n}` : (free.splice(same, 1)[0]?.id ?? '') }
  })
}
/** null: it changes nothing. */
const changed = (steps: Step[], c: PlanChange, at: number): Step[] | null => {
  if (c.type === 'clear') return steps.length > 0 ? [] : null
  if (c.type === 'add') {
    const after = steps.findIndex(s => s.id === c.after), place = after === -1 ? steps.length : after + 1
    return steps.length >= MAX_STEPS ? null : steps.toSpliced(place, 0, { id: `${at}.0`, text: c.text, state: 'pending' })
  }
  const place = steps.findIndex(s => s.id === c.id), step = steps[place]
  if (!step) return null
  if (c.type === 'remove') return steps.toSpliced(place, 1)
  if (c.type === 'move') return c.to === place || c.to < 0 || c.to >= steps.length ? null : steps.toSpliced(place, 1).toSpliced(c.to, 0, step)
  const text = c.text ?? step.text, state = c.state ?? step.state
  return text === step.text && state === step.state ? null : steps.with(place, { ...step, text, state })
}
/** A plan that the brain could only read in what a summary hides. */
const hidden = (p: Plan | null, cutAt: number) => p && p.row !== null && p.row <= cutAt && p.steps.length > 0 ? planLines(p.steps) : null
const retry = (s: State, target: string | null, at: number): boolean => {
  const waiting = answers(s).find(a => a.status === 'waiting' && String(a.cut) === target)
  if (waiting) { waiting.status = 'streaming'; waiting.retryAt = null; return true }
  const last = s.messages.at(-1)
  if (s.unseen || !last || (target !== null && target !== (last.role === 'user' ? last.id : String(last.cut)))) return false
  if (last.role === 'assistant') {
    if (last.status !== 'failed' && last.status !== 'replaced' && last.settledAt === null) return false
    if (last.calls.length === 0) last.status = 'replaced'
  }
  newRun(s, at); see(s, at, true); return true
}
const allows = (s: State, needed: (typeof MODES)[number]) => MODES.indexOf(needed) <= MODES.indexOf(s.config.mode ?? 'ask')
const isFree = (s: State, c: ToolCall) => c.freeIn !== undefined && c.sends === undefined && allows(s, c.freeIn)
/** A more careful mode: what only the old one allowed, and has not started, asks. */
const askAgain = (s: State) => {
  for (const c of openCalls(s))
    if (c.status === 'ready' && !c.started && c.attempt === 0 && c.freeIn !== undefined && !allows(s, c.freeIn)) { c.status = 'pending'; delete c.freeIn }
}
const isAimed = (s: State, { run = s.run }: Aim) => run === s.run

/** After every input: settle finished turns, let queued messages join, check the limits. */
const settle = (s: State, at: number) => {
  for (const a of unsettled(s)) {
    for (const c of inTurn(a)) c.turnAt ??= at
    if (a.calls.some(isOpen)) continue
    a.settledAt = at
    const ends = a.calls.every(c => c.result?.terminate) // also if there are no calls at all; loaded material has been read in the request itself
    if (!ends || s.unseen) see(s, at)
  }
  if (s.hold || busy(s)) return
  const take = (queue: UserMessage[], mode: 'one' | 'all') => queue.splice(0, mode === 'one' ? 1 : queue.length)
  if (s.steer.length > 0 && !s.unseen?.user) join(s, take(s.steer, s.config.steerMode), at)
  else if (s.followUp.length > 0 && !s.unseen) { newRun(s); join(s, take(s.followUp, s.config.followUpMode), at) }
  if (s.unseen && s.turnsLeft <= 0) s.hold = 'limit'
}

/** Changes the draft; false: the input does not apply and the state stays unchanged. */
const apply = (s: State, i: Input): boolean => {
  const at = i.timestamp
  switch (i.type) {
    case 'user-send-message': {
      if ([...s.messages, ...s.steer, ...s.followUp].some(m => m.role === 'user' && m.id === i.messageId)) return false
      const m: UserMessage = { role: 'user', id: i.messageId, text: i.text, delivery: i.delivery, at }
      if (i.delivery === 'interrupt') stop(s, i.partials, at)
      if (s.hold || (!busy(s) && !s.unseen)) newRun(s, at)
      if (i.delivery === 'steer') s.steer.push(m); else if (i.delivery === 'follow-up') s.followUp.push(m)
      else {
        for (const a of live(s)) if (a.status === 'waiting') { a.status = 'failed'; a.retryAt = null }
        join(s, [m], at, true)
      }
      return true
    }
    case 'user-cancel-queued': {
      const n = s.steer.length + s.followUp.length
      s.steer = s.steer.filter(m => m.id !== i.messageId); s.followUp = s.followUp.filter(m => m.id !== i.messageId)
      return s.steer.length + s.followUp.length < n
    }
    case 'user-abort':
      if (!isAimed(s, i) || !busy(s) && !s.unseen && s.compact === null && !wantsName(s)) return false
      stop(s, i.partials, at); s.hold = 'aborted'; return true
    case 'user-retry': return isAimed(s, i) && retry(s, i.target, at)
    case 'user-continue':
      if (!isAimed(s, i) || !s.hold) return false
      newRun(s, at)
      if (!busy(s) && s.steer.length + s.followUp.length === 0) retry(s, null, at)
      return true
    case 'user-configure': Object.assign(s.config, i.config); if (i.anew) chooseAnew(s); if (i.anew === 'model') s.failures = 0; if (i.mode) askAgain(s); s.threshold = s.config.compressAbove; if (s.unseen) see(s, at); return true
    case 'user-change-plan': {
      const steps = s.plan && changed(s.plan.steps, i.change, at)
      if (!steps) return false
      s.plan = { steps, edited: at, row: null }
      // the next request tells it; a compression is not made anew for it, and its end moves the cut anyway
      if (s.unseen && compressionCut(s) === null) { if (s.compressedFor === s.unseen.at) s.compressedFor = at; see(s, at) }
      return true
    }
    case 'user-compact':
      if (s.compact !== null || s.messages.length === 0) return false
      s.compact = at; s.failures = 0; return true
    case 'user-edit-summary':
      if (s.summary === null || s.summaryCutAt !== i.cutAt || s.summary === i.text || live(s).length > 0) return false
      s.summary = i.text; if (s.compact !== null) s.compact = at; if (s.unseen) see(s, at); return true
    case 'user-undo-summary': {
      if (!s.before || s.summary === null || s.summaryCutAt !== i.cutAt || busy(s) || s.compact !== null || s.loaded.length > 0 || !i.fits) return false
      Object.assign(s, s.before); s.before = null; if (s.unseen) see(s, at); return true
    }
    case 'user-load-tool-call': // not for an answer that is being requested with what was sent
      if (live(s).length > 0 || (s.summary === null && s.prunedAt === 0) || s.loaded.length >= MAX_LOADED || s.loaded.includes(i.toolCallId)) return false
      s.loaded.push(i.toolCallId); if (s.compact !== null) s.compact = at; if (s.unseen) see(s, at); return true
    case 'user-expand-history':
      if (s.summary === null || s.summaryCutAt !== i.cutAt || i.to >= i.cutAt || live(s).length > 0) return false
      s.summaryCutAt = Math.max(0, i.to); s.before = null
      if (s.summaryCutAt === 0) { s.summary = null; s.words = []; s.summaryPlan = null }
      if (s.compact !== null) s.compact = at
      if (s.unseen) see(s, at)
      return true
    case 'user-decide-tool-call': {
      const call = openCalls(s).find(c => c.id === i.toolCallId && c.status === 'pending'), tool = s.config.tools[call?.name ?? '']
      if (!call) return false
      const wide = i.scope === 'session' && call.sends === undefined
      if (wide && tool) tool.approval = i.decision === 'approve' ? 'allow' : 'never'
      for (const c of openCalls(s)) {
        if (c.status !== 'pending' || (c !== call && !i.also?.includes(c.id) && !(wide && c.name === call.name))) continue
        if (c !== call && !i.also?.includes(c.id) && c.sends !== undefined && i.decision === 'approve') continue
        if (i.decision === 'approve') c.status = 'ready'; else close(c, 'denied', 'denied by the user')
      }
      return true
    }
    case 'user-settle-tool-call': {
      const c = openCalls(s).find(o => o.id === i.toolCallId && o.status === 'unknown')
      if (!c) return false
      if (i.choice === 'again') { c.status = 'ready'; c.attempt++; c.started = false; c.starts = 0; c.turnAt = null }
      else if (i.choice === 'skip') close(c, 'skipped', 'outcome unknown, skipped by the user'); else close(c, 'reported', i.text)
      return true
    }
    case 'brain-send-message-start': {
      const a = streaming(s, i) ?? (i.attempt === 0 ? openAnswer(s, i.cut, at) : undefined)
      if (a && i.private) s.private = true
      if (a && ++a.starts > MAX_STARTS) fail(s, a, at, '', null)
      return !!a
    }
    case 'brain-call-tools': {
      const a = streaming(s, i), { tools, execution } = s.config
      if (!a || a.calls.length > 0) return false
      a.calls = i.toolCalls.map(({ answered: _, ...c }, n): ToolCall => ({ ...c, id: `${a.cut}.${a.attempt}.${n}`, repeat: tools[c.name]?.repeat ?? 'pure',
        status: 'announced', sequential: execution === 'sequential' || !!tools[c.name]?.sequential,
        turnAt: null, attempt: 0, started: false, starts: 0, retryAt: null, result: null }))
      i.toolCalls.forEach(({ answered }, n) => { const c = a.calls[n]; if (answered && c) close(c, answered.kind, answered.text) })
      return true
    }
    case 'brain-send-message-complete': {
      const a = streaming(s, i)
      if (!a) return false
      a.status = 'complete'; a.text = i.text; s.tooLong = { count: 0, due: false }
      for (const c of a.calls.filter(each => each.status === 'announced')) {
        const approval = s.config.tools[c.name]?.approval
        if (!approval) close(c, 'error', 'unknown tool'); else if (approval === 'never') close(c, 'denied', 'denied')
        else {
          const asks = approval === 'ask' || c.sends !== undefined
          c.status = asks && !isFree(s, c) ? 'pending' : 'ready'
          if (!asks || c.status === 'pending') delete c.freeIn
        }
      }
      return true
    }
    case 'brain-fail': {
      const a = streaming(s, i) ?? (i.attempt === 0 ? openAnswer(s, i.cut, at) : undefined)
      if (a) fail(s, a, at, i.partial, i.retryAt, i.tooLong, i.noRoom)
      return !!a
    }
    case 'brain-load-tool-call': case 'brain-expand-history': case 'brain-search-history': {
      const a = streaming(s, i)
      if (!a) return false
      a.changedContext = true
      if (i.type === 'brain-search-history') return true
      if (i.type === 'brain-load-tool-call') {
        const full = s.loaded.length >= MAX_LOADED || s.loaded.includes(i.toolCallId)
        if (!full && (s.summary !== null || s.prunedAt > 0)) s.loaded.push(i.toolCallId)
        return true
      }
      if (s.summary === null || i.cutAt >= s.summaryCutAt) return true
      s.summaryCutAt = Math.max(0, i.cutAt); s.before = null
      if (s.summaryCutAt === 0) { s.summary = null; s.words = []; s.summaryPlan = null }
      return true
    }
    case 'brain-compress-history': {
      if (compressionCut(s) !== i.cut) return false
      const lastAt = s.messages.findLast(m => m.role === 'user')?.at ?? 0
      const last = s.messages.filter(m => m.role === 'user' && m.at === lastAt).every(m => m.role === 'user' && i.words.includes(m.id))
      // the last user message, with what joined together with it, stays: before the cut only if it is repeated whole
      const cutAt = i.cutAt >= lastAt && !(last && lastAt > 0) ? lastAt - 1 : Math.min(i.cutAt, s.updatedAt)
      if (cutAt <= s.summaryCutAt || i.longer) { s.failures++; compressed(s, at); return true }
      s.before = { summary: s.summary, summaryCutAt: s.summaryCutAt, words: s.words, summaryPlan: s.summaryPlan }
      s.summaryPlan = hidden(s.plan, cutAt)
      s.summaryCutAt = cutAt; s.summary = i.summary; s.words = i.words; s.failures = 0
      s.loaded = []
      if (!i.more) compressed(s, at)
      else { if (s.compact !== null) s.compact = at; if (s.unseen) see(s, at) } // the next part is a separate compression
      return true
    }
    case 'session-drop-summary': // a summary from elsewhere must not stand in for messages that nobody has seen it replace
      if (s.summary === null || busy(s)) return false
      s.summary = null; s.summaryCutAt = 0; s.words = []; s.summaryPlan = null; s.before = null
      if (s.compact !== null) s.compact = at
      if (s.unseen) see(s, at)
      return true
    case 'session-keep-private': if (s.private) return false; s.private = true; return true
    case 'session-record': if (live(s).length || unsettled(s).length || s.unseen || s.compact !== null || wantsName(s)) return false; s.recorded = true; return true
    case 'session-branch': { // a copy of another session is independent: nothing of it runs or waits, and it is on hold
      const first = s.messages[i.count]
      if (i.count > s.messages.length || first && first.at <= s.summaryCutAt) return false
      stop(s, {}, at); s.steer = []; s.followUp = []; s.messages = s.messages.slice(0, i.count); s.title = i.title ?? s.title; s.tooLong = { count: 0, due: false }; s.recorded = false; s.parent = null; chooseAnew(s)
      s.loaded = s.loaded.filter(id => answers(s).some(a => a.calls.some(c => c.id === id)))
      // the last remaining user message may be behind the summary, which was made when there was a later one
      const lastAt = s.messages.findLast(m => m.role === 'user')?.at ?? 0
      const whole = (part: Pick<State, 'summaryCutAt' | 'words'>) => { for (const m of s.messages) if (m.role === 'user' && m.at === lastAt && m.at <= part.summaryCutAt && !part.words.includes(m.id)) part.words = [...part.words, m.id] }
      whole(s); if (s.before) whole(s.before)
      // the row in which the brain read the plan is gone: it is told again
      if (s.plan && s.plan.row !== null && s.plan.row > s.summaryCutAt && !s.messages.some(m => m.at === s.plan?.row)) s.plan.row = null
      const last = s.messages.at(-1)
      s.hold = !last || last.role === 'assistant' && last.status === 'complete' && last.calls.length === 0 ? null : 'aborted'
      return true
    }
    case 'brain-prune-history':
      if (compressionCut(s) !== i.cut) return false
      if (Math.min(i.at, s.updatedAt) > s.prunedAt && !i.longer) { s.prunedAt = Math.min(i.at, s.updatedAt); s.loaded = [] }
      compressed(s, at); return true
    case 'brain-fail-compress': if (compressionCut(s) !== i.cut) return false; if (!i.idle) s.failures++; compressed(s, at); return true
    case 'brain-begin-naming': if (!wantsName(s) || s.naming) return false; s.naming = true; return true
    case 'brain-name-session': if (!wantsName(s)) return false; named(s, i.title); return true
    case 'toolkit-start': { // before every act; after too many starts without an end the person decides
      const c = requested(s, i)
      if (!c || c.repeat === 'once' && c.started) return false
      c.started = true
      if (++c.starts > MAX_STARTS) c.status = 'unknown'
      return true
    }
    case 'toolkit-respond': {
      const c = requested(s, i), a = answers(s).find(each => c && each.calls.includes(c))
      if (!c || !a) return false
      if (i.plan && s.plan && s.plan.edited > a.cut) { close(c, 'error', 'the user changed the plan meanwhile'); return true }
      if (i.plan) s.plan = { steps: withIds(s.plan?.steps ?? [], i.plan, at), edited: s.plan?.edited ?? 0, row: a.at }
      close(c, 'ok', i.text, i.terminate); return true
    }
    case 'toolkit-error': {
      const c = requested(s, i)
      if (!c) return false
      if (i.retryAt !== null && c.repeat !== 'once' && c.attempt + 1 < MAX_ATTEMPTS) {
        c.status = 'waiting'; c.retryAt = i.retryAt; c.attempt++; c.started = false; c.starts = 0; c.turnAt = null
      } else close(c, 'error', i.text)
      return true
    }
    case 'toolkit-wait': { // for a helper
      const c = requested(s, i)
      if (!c || c.repeat === 'once') return false
      c.status = 'waiting'; c.helper = i.helper; c.attempt++; c.started = false; c.starts = 0; c.turnAt = null
      return true
    }
    case 'session-release': // a helper whose call has ended: what it still does for that stops
      if (s.parent !== 'waits') return false
      if (busy(s) || s.unseen || s.compact !== null) { stop(s, i.partials, at); s.hold ??= 'aborted' }
      s.parent = 'released'; return true
    case 'toolkit-interrupt': { const c = requested(s, i); if (!c) return false; c.status = 'unknown'; return true }
    case 'clock-reach':
      for (const w of waits(s)) if (waitKey(w) === i.key) { w.status = 'role' in w ? 'streaming' : 'ready'; w.retryAt = null; return true }
      return false
    case 'effect-lost': {
      const e = effectsAt(s)[i.key]
      switch (e?.kind) {
        case 'ask-brain': return apply(s, { type: 'brain-fail', timestamp: at, cut: e.cut, attempt: e.attempt, partial: '', retryAt: null })
        case 'request-toolkit': {
          const c = requested(s, e)
          if (!c) return false
          return apply(s, c.repeat === 'once' && c.started
            ? { type: 'toolkit-interrupt', timestamp: at, toolCallId: c.id, attempt: c.attempt }
            : { type: 'toolkit-error', timestamp: at, toolCallId: c.id, attempt: c.attempt, text: i.error, retryAt: null })
        }
        case 'compress-history': return apply(s, { type: 'brain-fail-compress', timestamp: at, cut: e.cut, idle: false })
        case 'wait': case 'await-helper': return apply(s, { type: 'clock-reach', timestamp: at, key: i.key })
        case 'name-session': named(s, ''); return true
        default: return false
      }
    }
    default: return false
  }
}

const TIDYING: Input['type'][] = ['user-configure', 'user-change-plan', 'user-compact', 'user-edit-summary', 'user-undo-summary', 'user-load-tool-call', 'user-expand-history', 'session-drop-summary', 'session-record', 'session-release', 'session-keep-private',
  'brain-compress-history', 'brain-prune-history', 'brain-fail-compress', 'brain-begin-naming', 'brain-name-session']
export const transition = (input: Input) => (state: State): State => {
  if (!(input.timestamp > state.updatedAt)) return state // time never goes back
  if (state.recorded && !['session-branch', 'session-drop-summary', 'session-keep-private', 'user-configure', 'user-cancel-queued'].includes(input.type)) return state
  const s = structuredClone(state)
  if (!apply(s, input)) return state
  settle(s, input.timestamp); s.updatedAt = input.timestamp
  if (!TIDYING.includes(input.type)) s.activeAt = input.timestamp
  return s
}
