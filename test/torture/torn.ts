import { pause } from './pause.ts'
import { openTab, type Scene } from './scene.ts'

/**
 * The browser's own log, which a kill in the middle of one of its writes leaves with half a record
 * (src/storage/README.md, "After a kill"). The product's next writer leaves that log behind. Until it has, all is lost
 * if the browser is killed once more, or if somebody else writes and all tabs are closed: nobody can keep the browser
 * from that. So nothing befalls it in this moment, the rig's own hands included.
 */

const TEAR = 0.15
/** It takes 0.4 to 1.3 s after the page's load, on an idle machine. */
const LONGEST = 60_000

/** Also brings it about at some kills: by itself it comes too seldom. */
export function tearAfterKill({ world, tears }: Scene): void {
  if (tears.chance(TEAR)) world.room.tear()
  if (world.room.isTorn()) world.count('log-torn')
}

/** Opens the product until it has left a torn log behind. */
export async function leaveTorn(scene: Scene): Promise<void> {
  const { room, note } = scene.world
  if (!room.isTorn()) return
  const tab = await openTab(scene)
  const begun = Date.now()
  while (room.isTorn()) {
    if (Date.now() - begun > LONGEST) {
      scene.found.push(`a log that a kill tore was still in use ${LONGEST} ms later: all would be lost`)
      break
    }
    await pause(20)
  }
  note(`the torn log was left after ${Date.now() - begun} ms`)
  await room.closeTab(tab)
}
