import type { MachineRoom, Tab } from './machine-room.ts'
import { pause } from './pause.ts'
import type { LifePlan } from './plan.ts'
import type { Random } from './random.ts'
import type { World } from './scene.ts'

/** How a life ends. Made at its beginning, because it may end in the moment of an act, of a request or of a crash. */
export type Ending = {
  /** The blow has fallen. */
  struck: () => boolean
  /** How long its moment is waited for, ms after the life's time. */
  patience: number
  end: () => Promise<void>
}
export type EndingWorld = {
  world: World
  random: Random
  /** A violation. */
  found: (sentence: string) => void
  reload: (tab: Tab) => Promise<void>
}

const LAST_CHANCE = 1500
/**
 * Five seconds of silence and the start of a writer; longer only because this machine has more to do. How long it took
 * is reported.
 */
const TAKEOVER = 60_000
/**
 * A writer that is frozen inside a transaction holds the database. Chromium ends that transaction after 60 s of silence
 * (measured: 60.2 s), and one that stood behind it in the same tab after another 60.
 */
const TAKEOVER_AFTER_TRANSACTION = 150_000
/** By now a takeover should be done: it is asked whether the database is held. */
const SLOW = 15_000
/**
 * So long the other tab must have been awake without a break, in ms: a follower that sleeps itself begins to count
 * anew.
 */
const AWAKE = 20_000

export function endLife(life: LifePlan, surroundings: EndingWorld): Ending {
  const { world, random } = surroundings
  const { room, tools, provider } = world
  let blow: Promise<void> | null = null
  const strike = (kind: string): void => {
    if (blow !== null) return
    world.count(`kill ${kind}`)
    blow = room.kill()
  }
  const armed = life.end === 'kill' && life.strike !== 'time'
  // not at the first one: by the time, so that blows fall everywhere in a run
  const after = Date.now() + life.ms * random.next()
  const hit = (): void => {
    if (Date.now() >= after) strike(life.strike)
  }
  tools.onAct(armed && life.strike === 'act' ? hit : () => {})
  provider.onAsked(armed && life.strike === 'request' ? hit : () => {})
  const crashed = new Set<Tab>()
  room.onFailpoint((tab, action) => void (action === 'crash' && crashed.add(tab)))

  const one = () => random.pick(room.tabs())
  return {
    struck: () => blow !== null || crashed.size > 0,
    patience: armed || life.end === 'worker-crash' ? LAST_CHANCE : 0,
    end: async () => {
      room.onFailpoint(() => {})
      tools.onAct(() => {})
      provider.onAsked(() => {})
      const end = room.tabs().length === 0 && life.end !== 'kill' ? 'none' : life.end
      // a crash of the worker counts when its failpoint is passed
      if (end !== 'kill' && end !== 'worker-crash' && end !== 'none') world.count(end)
      switch (end) {
        case 'kill':
          strike(life.early ? 'early' : 'time')
          await blow
          return
        case 'tab-crash':
          await room.crash(one())
          return
        case 'reload':
          await surroundings.reload(one())
          return
        case 'close-tab':
          await room.closeTab(one())
          return
        case 'freeze':
          await freeze((await writer(room)) ?? one(), surroundings)
          return
        // its page does not hear of it: a person closes that tab, or all
        case 'worker-crash': {
          const all = crashed.size === 0 || random.chance(0.5)
          for (const tab of [...room.tabs()]) if (all || crashed.has(tab)) await room.closeTab(tab)
          return
        }
        case 'none':
          return
      }
    },
  }
}

/** The tab that writes, as far as one says so: a frozen follower holds nobody up. */
async function writer(room: MachineRoom): Promise<Tab | undefined> {
  const seen = await Promise.all(
    room.bareTabs().map(async (tab) => ({ tab, role: (await room.ask(tab, 'poll'))?.role })),
  )
  return seen.find(({ role }) => role === 'writer')?.tab
}

/** For a moment; or, when the tab wrote and another is there, until that one writes. */
async function freeze(tab: Tab, { world, random, found }: EndingWorld): Promise<void> {
  const { room } = world
  const role = tab.kind === 'bare' ? (await room.ask(tab, 'poll'))?.role : undefined
  await room.freeze(tab)
  const begun = Date.now()
  if (role === 'writer' && (await anyFollows(room)) && random.chance(0.8)) {
    const { took, held } = await untilTakeover(room)
    if (took !== null) {
      if (held) world.count('takeover after a transaction was ended')
      world.tookOver(took)
    } else {
      const [other] = room.bareTabs()
      const seen = other === undefined ? null : await room.askPatiently(other, 'poll')
      const stillHeld = held && other !== undefined && (await room.askPatiently(other, 'canWrite', 2000)) === false
      // it had begun several transactions: no browser freezes such a tab by itself
      if (stillHeld) world.count('frozen inside several transactions')
      else
        found(
          `${Date.now() - begun} ms after the writer froze no other tab writes (the database was ${held ? '' : 'not '}held; it is ${seen?.role}, awake for ${seen?.awake} ms)`,
        )
    }
  } else await pause(random.pick([300, 1500]))
  const frozen = Date.now() - begun
  const slept = await room.thaw(tab)
  if (slept === null) return world.count('tab that died when it was thawed')
  if (frozen > 3000 && slept < frozen * 0.8) throw new Error(`The page was to sleep ${frozen} ms and slept ${slept}`)
}

/**
 * A tab whose worker could not be loaded, since the network was away just then, takes over nothing: a bare page has no
 * service worker.
 */
const anyFollows = async (room: MachineRoom): Promise<boolean> =>
  (await Promise.all(room.bareTabs().map((tab) => room.ask(tab, 'poll')))).some((seen) => seen?.role === 'follower')

/**
 * How long it took, ms (null: it did not come to it, though another tab was awake for long enough), and whether the
 * frozen one held the database.
 */
async function untilTakeover(room: MachineRoom): Promise<{ took: number | null; held: boolean }> {
  const begun = Date.now()
  let held: boolean | null = null
  for (let awake = 0; ; ) {
    const waited = Date.now() - begun
    const patience = held === true ? TAKEOVER_AFTER_TRANSACTION : TAKEOVER
    if ((waited > patience && awake > AWAKE) || waited > 5 * patience) return { took: null, held: held === true }
    for (const other of room.bareTabs()) {
      const seen = await room.ask(other, 'poll')
      if (seen?.role === 'writer') return { took: Date.now() - begun, held: held === true }
      awake = seen?.awake ?? 0
      if (held === null && waited > SLOW) held = (await room.askPatiently(other, 'canWrite', 2000)) === false
    }
    await pause(50)
  }
}
