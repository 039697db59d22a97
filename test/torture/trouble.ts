import type { Damaged } from './page/database.ts'
import { JUMPS, type LifePlan, LONG_JUMPS, type Trouble } from './plan.ts'
import { moveClock, openTab, remind, requireKept, type Scene } from './scene.ts'

/** The bare page has no service worker: it cannot be loaded without a network. */
const NEEDS_NETWORK: ReadonlySet<Trouble> = new Set(['second-tab', 'database-taken', 'away-and-back'])

/** What befalls a life besides its end, and damage to the database between two lives. */

export async function trouble(scene: Scene, what: Trouble): Promise<void> {
  const { world, random } = scene
  const { room, tools } = world
  const [tab] = room.bareTabs()
  const [, second] = room.tabs()
  world.note(`trouble ${what}`)
  if (scene.offline && NEEDS_NETWORK.has(what)) await trouble(scene, 'offline')
  switch (what) {
    case 'offline':
      scene.offline = !scene.offline
      if (scene.offline) world.count('offline')
      return room.setOffline(scene.offline)
    case 'clock-jump':
      moveClock(scene, random.pick(scene.plan.days && random.chance(0.5) ? LONG_JUMPS : JUMPS))
      return void (tab && (await room.ask(tab, 'setClock', scene.clock.offset)))
    case 'second-tab':
      if (room.tabs().length >= 4) return
      world.count('tab-opened')
      return void (await openTab(scene))
    case 'close-second-tab':
      if (second === undefined) return
      world.count('tab-closed')
      return room.closeTab(random.pick(room.tabs()))
    case 'database-taken':
      if (tab === undefined || (await room.ask(tab, 'takeDatabase', random.between(0, 300))) !== 'taken') return
      world.count('database-taken')
      // the product says that it has given up the database; a person reloads
      for (const other of room.tabs()) await room.reload(other)
      for (const other of room.bareTabs()) {
        await requireKept(scene, other)
        await remind(scene, other)
      }
      return
    case 'copy-session':
      if (tab === undefined) return
      world.count('session-copied')
      // it goes on by itself while other things happen, or is broken off by them
      return void (await room.ask(tab, 'copy', random.pick(scene.plan.sessions).id))
    case 'branch-session': {
      if (tab === undefined) return
      world.count('session-branched')
      const branch = `${scene.plan.seed}b${random.between(1, 1_000_000)}`
      return void (await room.ask(tab, 'branch', branch, random.pick(scene.plan.sessions).id, random.between(1, 6)))
    }
    case 'away-and-back': {
      if (tab === undefined) return
      const leaver = random.pick(room.bareTabs())
      const kept = await room.goAwayAndBack(leaver, random.pick([0, 100, 800]))
      world.count(kept ? 'away-and-back-kept' : 'away-and-back-loaded')
      await requireKept(scene, leaver)
      await remind(scene, leaver)
      return
    }
    case 'lost-answers':
      tools.loseAnswers(random.between(1, 2))
      world.count('tool-answer-lost')
  }
}

export async function damage(scene: Scene, kind: NonNullable<LifePlan['damage']>): Promise<Damaged> {
  const { world, plan, random } = scene
  const { room } = world
  const tab = await room.openOnlooker()
  if (kind === 'held-upgrade') {
    world.count('held-upgrade')
    // it goes on while the tabs of this life open the database, and ends by itself
    void room.ask(tab, 'takeDatabase', random.between(100, 600)).then(() => room.closeTab(tab).catch(() => {})) // or the browser was killed meanwhile
    return null
  }
  const method = kind === 'corrupted-row' ? 'corruptRow' : 'loseBlob'
  const damaged = await room.ask(tab, method, `s${plan.seed}n`, random.between(0, 1000))
  if (damaged !== null) world.count(kind)
  await room.closeTab(tab)
  return damaged
}

export async function mend(scene: Scene, damaged: Damaged): Promise<void> {
  const { room } = scene.world
  const tab = await room.openOnlooker()
  const outcome = await room.ask(tab, 'repair', damaged)
  if (outcome !== 'repaired')
    scene.found.push(`a record that could not be read was written over: ${JSON.stringify(damaged?.key)} ${outcome}`)
  await room.closeTab(tab)
}
