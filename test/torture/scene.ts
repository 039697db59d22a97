import type { AppHand } from './app-hand.ts'
import type { Sent } from './ledger.ts'
import type { MachineRoom, Tab } from './machine-room.ts'
import type { SessionNote } from './page/session-views.ts'
import { pause } from './pause.ts'
import type { Person } from './person.ts'
import type { Plan } from './plan.ts'
import type { Provider } from './provider.ts'
import type { Random } from './random.ts'
import type { ToolServer } from './tool-server.ts'

/** One scenario under way, and what all its parts do with its tabs. */

export type World = {
  room: MachineRoom
  provider: Provider
  tools: ToolServer
  count: (fault: string) => void
  /** How long a frozen writer's work waited for another tab, ms. */
  tookOver: (ms: number) => void
  note: (line: string) => void
}

/** Milliseconds without a byte after which an asking fails, in place of two minutes. */
const SILENCE = 1500

export type Scene = {
  world: World
  plan: Plan
  person: Person
  hand: AppHand
  random: Random
  /** Whether a kill tears the browser's log: apart, so that a seed's other chances stay what they were. */
  tears: Random
  notes: Record<string, SessionNote>
  /** How far the worker's wall clock is off, ms, and the furthest it ever was. */
  clock: { offset: number; furthest: number }
  offline: boolean
  time: number
  found: string[]
  /** Sessions that were copied, by the new ids that pages were told. */
  copies: Set<string>
  /** Sessions that are linked to a folder. */
  linked: Set<string>
  /** The commands that each tab has taken, over all its reloads. */
  given: WeakMap<Tab, Set<string>>
  /** How many acts and askings there were before: a scenario that is run again has the same session ids. */
  before: { acts: number; askings: number; bad: number }
}

const queryOf = ({ clock }: Scene, failpoints: readonly string[] = []): URLSearchParams =>
  new URLSearchParams([
    ['clock', String(clock.offset)],
    ['silence', String(SILENCE)],
    ...failpoints.map((plan) => ['failpoint', plan]),
  ])

export async function openTab(scene: Scene, failpoints: readonly string[] = []): Promise<Tab> {
  const { room } = scene.world
  const tab = await room.openTab(queryOf(scene, failpoints))
  await remind(scene, tab)
  return tab
}

/**
 * A page that was loaded anew knows nothing: neither what it is to show, nor what the person was told before it was
 * left.
 */
export async function remind(scene: Scene, tab: Tab): Promise<void> {
  if (tab.kind !== 'bare') return
  await watch(scene, tab)
  scene.person.found((await scene.world.room.ask(tab, 'foundInOutbox')) ?? [])
  for (const sent of scene.person.unacknowledged()) await give(scene, tab, sent)
}

export async function reload(scene: Scene, tab: Tab): Promise<void> {
  // so that there is something to be kept: most of what was sent is acknowledged within milliseconds
  const last = tab.kind === 'bare' && !scene.plan.app ? scene.person.lastWord() : null
  if (last !== null) await give(scene, tab, last)
  await scene.world.room.reload(tab)
  await requireKept(scene, tab)
  await remind(scene, tab)
}

/**
 * A page that was left and loaded again, without a kill, has lost no command that it had taken: it stands in the
 * outbox, was answered, or is in the journal. To be asked before the page is reminded, which would give it again.
 */
export async function requireKept({ world, plan, person, given, found }: Scene, tab: Tab): Promise<void> {
  // the product's page hears answers, and the rig does not
  if (tab.kind !== 'bare' || plan.app) return
  const ids = person.unacknowledged().flatMap(({ id }) => (given.get(tab)?.has(id) ? [id] : []))
  if (ids.length === 0) return
  // another tab takes it out of the outbox and notes the answer: this one may see the first alone
  let lost: string[] | null = null
  for (let look = 0; look < LOOKS && lost?.length !== 0; look++) {
    if (look > 0) await pause(LOOK_AGAIN)
    lost = await world.room.ask(tab, 'lost', ids)
  }
  world.note(`kept over a reload: ${ids}; lost: ${lost ?? 'the page does not answer'}`)
  if (lost !== null && lost.length > 0) found.push(`a reload lost commands that the page had taken: ${lost}`)
}
const LOOKS = 5
const LOOK_AGAIN = 200

/** The sessions of the plan, and the helpers that were seen. */
async function watch({ world: { room }, plan, notes }: Scene, tab: Tab): Promise<void> {
  await room.ask(tab, 'watch', [...new Set([...plan.sessions.map(({ id }) => id), ...Object.keys(notes)])])
}

/** For workers that start from now on; those that run are told through a page. */
export function moveClock({ clock, world }: Scene, offset: number): void {
  if (offset === clock.offset) return
  world.count(Math.abs(offset - clock.offset) < 86_400_000 ? 'clock-jump' : 'clock-jump-days')
  world.note(`clock ${offset}`)
  clock.offset = offset
  clock.furthest = Math.max(clock.furthest, offset)
}

export async function openApp(scene: Scene, failpoints: readonly string[] = []): Promise<void> {
  await scene.world.room.openApp(queryOf(scene, failpoints), scene.plan.sessions[0]?.id ?? '')
}

/** False: the page is dead or too busy. */
export async function give({ world: { room }, given }: Scene, tab: Tab, sent: Sent): Promise<boolean> {
  if ((await room.ask(tab, 'command', sent.id, sent.command)) === null) {
    sent.unsure = true
    return false
  }
  sent.page ??= tab
  given.set(tab, (given.get(tab) ?? new Set()).add(sent.id))
  return true
}

export async function closeAll({ world: { room } }: Scene): Promise<void> {
  for (const tab of [...room.tabs()]) await room.closeTab(tab)
}
