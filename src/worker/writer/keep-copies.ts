import { type Head, lastActive } from '../../agent/head.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import type { SessionItem } from '../../protocol/common.ts'
import { paced } from '../../settings/pace.ts'
import { type CopyFolder, openCopyFolder } from '../../storage/copy/copy-folder.ts'
import { isShared, makeCopier } from '../../storage/copy/copy-session.ts'
import { copySettings, restoreSettings } from '../../storage/copy/copy-settings.ts'
import { restoreCopy } from '../../storage/copy/restore-copy.ts'
import { readLevel } from '../../storage/health.ts'
import { purgeSession } from '../../storage/purge.ts'
import { listHeads } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { makeDue } from './due.ts'

/**
 * For the writer: sessions and settings are copied into files beside the database soon after each commit, and what the
 * database has lost comes back from there.
 */
export type Copies = {
  /** Lines of the sessions list that changed. */
  changed: (items: readonly SessionItem[]) => void
  settingsChanged: () => void
  stop: () => void
}

export type CopyPorts = {
  db: Database
  epoch: number
  /** A session that was lost is there again. */
  restored: (head: Head) => void
  settingsRestored: () => void
  report: (error: unknown) => void
}

/** Milliseconds from a commit until it is copied. */
const SOON = 1000
/** The same for sessions that were not copied while they changed: one after the other, and no one waits for it. */
const EACH = 500
/** Sessions that changed so short a time before the writer began may lack their last rows in the copy. In ms. */
const RECENT = 60 * 60 * 1000
/** In ms. */
const LEVEL_HOLDS = 30_000
/** The name under which the settings are due. */
const SETTINGS = ''

/** null: this browser needs no copies. Rejects with a DOMException. */
export async function keepCopies({ db, epoch, restored, settingsRestored, report }: CopyPorts): Promise<Copies | null> {
  const folder = await openCopyFolder(db.name, true)
  if (folder === null) return null
  const copier = makeCopier({ db, epoch, folder, hasRoom: makeRoom() })
  let copying: Promise<void> = Promise.resolve()
  const due = makeDue((sessionId) => {
    // the next change tries again: the database has everything
    if (sessionId !== SETTINGS) copier.copy(sessionId).catch((error: unknown) => console.error(error))
    else copying = copying.then(() => copySettings(db, folder)).catch((error: unknown) => console.error(error))
  })
  // first: a session that is back can be written to
  if (await restoreSettings(db, folder)) settingsRestored()
  await restoreLost({ db, epoch, restored, report }, folder)
  await catchUp(db, folder, due.plan)
  due.plan(SETTINGS, paced(SOON))
  return {
    changed: (items) => {
      for (const { id } of items) due.plan(id, paced(SOON))
    },
    settingsChanged: () => due.plan(SETTINGS, paced(SOON)),
    stop: due.stop,
  }
}

async function restoreLost(
  { db, epoch, restored, report }: Omit<CopyPorts, 'settingsRestored'>,
  folder: CopyFolder,
): Promise<void> {
  const copied = await folder.sessions()
  const [here, marks] = await Promise.all([db.getAllKeys('sessions'), db.getAll('purges')])
  const known = new Set<string>(here)
  for (const { sessionId, importing } of marks) {
    if (importing !== true || !copied.includes(sessionId)) known.add(sessionId)
    // its return was interrupted
    else await purgeSession(db, { epoch, sessionId, now: Date.now() })
  }
  for (const sessionId of copied.filter((id) => !known.has(id))) {
    try {
      const copy = await folder.read(sessionId)
      if (copy.length === 0) await folder.remove(sessionId)
      else {
        const head = await restoreCopy(db, { epoch, sessionId, now: Date.now() }, copy)
        if (head !== null) restored(head)
      }
    } catch (error) {
      report(error) // the others can still come back
    }
  }
}

/** Whether there is room: a copy must not take the last of it from the database. Looks once in a while. */
function makeRoom(): () => Promise<boolean> {
  let until = 0
  let has = true
  return async () => {
    const now = performance.now()
    if (now >= until) {
      until = now + LEVEL_HOLDS
      has = (await readLevel()) === 'fine'
    }
    return has
  }
}

/** Plans what was not copied yet, or perhaps not wholly, and what should have no copy any more. */
async function catchUp(
  db: Database,
  folder: CopyFolder,
  plan: (sessionId: string, wait: number) => void,
): Promise<void> {
  const copied = new Set(await folder.sessions())
  const [{ heads }, places] = await Promise.all([listHeads(db), db.getAll('sync')])
  const shared = new Set(places.filter(isShared).map(({ sessionId }) => sessionId))
  const since = Date.now() - RECENT
  const open = heads.filter((head) => {
    const has = copied.has(head.sessionId)
    if (head.deletedAt !== null || shared.has(head.sessionId)) return has
    return !has || lastActive(head) > since || head.agentVersion !== AGENT_VERSION
  })
  for (const [n, { sessionId }] of open.entries()) plan(sessionId, paced(SOON + n * EACH))
}
