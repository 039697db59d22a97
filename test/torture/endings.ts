import type { LifePlan } from './plan.ts'
import type { Random } from './random.ts'
import type { World } from './scene.ts'

/** How a life ends. Made at its beginning, because a kill may strike in the moment of an act or of a request. */
export type Ending = {
  /** The blow has fallen before the time was over. */
  struck: () => boolean
  end: () => Promise<void>
}

/** How long an act or a request is waited for after the time, ms. */
const LAST_CHANCE = 1500

export function endLife(
  life: LifePlan,
  { world, random, count }: { world: World; random: Random; count: (fault: string) => void },
): Ending {
  const { room, tools, provider } = world
  let blow: Promise<void> | null = null
  let strike = (): void => {}
  const waiting = new Promise<void>((resolve) => {
    strike = () => {
      if (blow !== null) return
      blow = room.kill()
      resolve()
    }
  })
  const armed = life.end === 'kill' && life.strike !== 'time'
  // not at the first one: by the time, so that blows fall everywhere in a run
  const after = Date.now() + life.ms * random.next()
  const hit = (): void => {
    if (Date.now() >= after) strike()
  }
  tools.onAct(armed && life.strike === 'act' ? hit : () => {})
  provider.onAsked(armed && life.strike === 'request' ? hit : () => {})

  const one = () => random.pick(room.tabs())
  return {
    struck: () => blow !== null,
    end: async () => {
      const end = room.tabs().length === 0 && life.end !== 'kill' ? 'none' : life.end
      // a crash of the worker counts when its failpoint is passed
      if (end !== 'worker-crash' && end !== 'none') count(end)
      switch (end) {
        case 'kill': {
          if (armed) await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, LAST_CHANCE))])
          tools.onAct(() => {})
          provider.onAsked(() => {})
          await (blow ?? room.kill())
          return
        }
        case 'tab-crash':
          await room.crash(one())
          return
        case 'reload':
          await room.reload(one())
          return
        case 'close-tab':
          await room.closeTab(one())
          return
        case 'freeze': {
          const tab = one()
          await room.setFrozen(tab, true)
          // sometimes long enough for another tab to take the lock away (five seconds)
          await new Promise((resolve) => setTimeout(resolve, random.pick([300, 1500, 6500])))
          await room.setFrozen(tab, false)
          return
        }
        // its failpoint has ended the worker, which its page does not hear: a person reloads (here: a new tab comes)
        case 'worker-crash':
          for (const tab of [...room.tabs()]) await room.closeTab(tab)
          return
        case 'none':
          return
      }
    },
  }
}
