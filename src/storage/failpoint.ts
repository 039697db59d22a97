/**
 * Named failpoints: places where a test makes the worker crash, hang, fail or wait. Every call is behind
 * `__FAILPOINTS__`, so production builds contain none. The worker passes `failpoint` to the effects.
 */

export const FAILPOINTS = [
  'before-open',
  'before-claim',
  'after-claim',
  'before-restore',
  'after-restore',
  'before-commit',
  'inside-commit',
  'after-commit',
  'before-stream-append',
  'after-stream-append',
  'before-blob-put',
  'after-blob-put',
  'before-purge-page',
  'after-purge-page',
  'before-import-page',
  'before-import-head',
  'after-import-head',
  'before-branch-head',
  'after-branch-head',
  'before-keep-versions',
  'after-keep-versions',
  'inside-upgrade',
  'before-keys-made',
  'after-keys-made',
  'after-keys-named',
  'after-keys-deleted',
  'before-index-step',
  'after-index-step',
  'before-ask',
  'after-ask-start',
  'mid-stream',
  'before-complete',
  'before-compress',
  'mid-compress',
  'before-compress-commit',
  'before-tool-start',
  'after-tool-start',
  'before-tool-run',
  'inside-disk-write',
  'after-tool-run',
  'before-tool-respond',
] as const
export type FailpointName = (typeof FAILPOINTS)[number]

/** `crash` closes the worker; `hang` never continues; `throw` raises a DOMException of that name; `delay` in ms. */
type FailpointAction =
  | { type: 'crash' }
  | { type: 'hang' }
  | { type: 'throw'; name: string }
  | { type: 'delay'; ms: number }
/** `at`: which passing of this point, from 1; 0: every one. */
export type FailpointPlan = { point: FailpointName; at: number; action: FailpointAction }

const plans: FailpointPlan[] = []
const passed = new Map<FailpointName, number>()

/** Adds a plan and resets the count of its point. */
export function armFailpoint(plan: FailpointPlan): void {
  plans.push(plan)
  passed.set(plan.point, 0)
}

/** Forgets all plans and counts. */
export function disarmFailpoints(): void {
  plans.length = 0
  passed.clear()
}

/** How often a point was passed since it was armed. */
export function passesOf(point: FailpointName): number {
  return passed.get(point) ?? 0
}

/**
 * Reads plans from `?failpoint=<point>:<at>:<crash|hang|throw-<name>|delay-<ms>>` (repeatable) in a query string. A
 * test page passes its `location.search` to the worker, for example as the worker's `name`. Throws on an unknown plan:
 * a typo must not pass.
 */
export function parseFailpoints(query: string): FailpointPlan[] {
  return new URLSearchParams(query).getAll('failpoint').map((text) => {
    const [point = '', at = '', action = ''] = text.split(':')
    const name = FAILPOINTS.find((known) => known === point)
    if (name === undefined || !/^\d+$/.test(at)) throw new TypeError(`Unknown failpoint: ${text}`)
    return { point: name, at: Number(at), action: parseAction(action) }
  })
}

function parseAction(text: string): FailpointAction {
  if (text === 'crash' || text === 'hang') return { type: text }
  if (text.startsWith('throw-')) return { type: 'throw', name: text.slice('throw-'.length) }
  if (/^delay-\d+$/.test(text)) return { type: 'delay', ms: Number(text.slice('delay-'.length)) }
  throw new TypeError(`Unknown action of a failpoint: ${text}`)
}

/** Passes an asynchronous point. Rejects with a DOMException if a plan says so; may never settle. */
export async function failpoint(point: FailpointName): Promise<void> {
  const action = take(point)
  if (action === null) return
  if (action.type === 'throw') throw failure(point, action.name)
  if (action.type === 'delay') return new Promise((resolve) => setTimeout(resolve, action.ms))
  if (action.type === 'crash') globalThis.close()
  return new Promise(() => {})
}

/**
 * Passes a point inside an open transaction, where nothing may be awaited. A crash closes the worker and aborts the
 * transaction, as the browser does when its owner dies. A hang blocks the thread with the transaction open, as a frozen
 * page does.
 */
export function failpointNow(point: FailpointName): void {
  const action = take(point)
  if (action === null) return
  if (action.type === 'crash') globalThis.close()
  const end = action.type === 'hang' ? Infinity : action.type === 'delay' ? performance.now() + action.ms : 0
  while (performance.now() < end);
  if (action.type !== 'delay') throw failure(point, action.type === 'throw' ? action.name : 'AbortError')
}

function take(point: FailpointName): FailpointAction | null {
  const count = passesOf(point) + 1
  passed.set(point, count)
  const plan = plans.find((each) => each.point === point && (each.at === 0 || each.at === count))
  if (plan === undefined) return null
  // this tells a torture run that a plan took effect
  console.info(`failpoint ${point} ${plan.action.type}`)
  return plan.action
}

function failure(point: FailpointName, name: string): DOMException {
  return new DOMException(`Failpoint ${point}`, name)
}
