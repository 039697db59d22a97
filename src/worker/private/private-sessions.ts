import type { Command } from '../../protocol/command.ts'
import type { Answered, Published } from '../../protocol/published.ts'
import { memoryOf } from '../../settings/private-session.ts'
import { claimEpoch } from '../../storage/epoch.ts'
import { openMemoryDatabase } from '../../storage/memory/memory-database.ts'
import type { Database } from '../../storage/schema.ts'
import { balanceUsage } from '../../storage/usage/private-usage.ts'
import { refusal } from '../refused.ts'
import type { PrivateReads } from '../request-handlers.ts'
import { listedSessions } from '../requests/listed-sessions.ts'
import type { startWriter, Writer } from '../writer/writer.ts'
import { copySettings } from './copy-settings.ts'

/**
 * The private sessions of one tab. Each has a database of its own in this worker's memory, and a writer for it: the
 * same code commits, restores and acts as on disk. No other tab hears of them, so nobody takes them over: they end with
 * this worker, or when the person ends them.
 */
export type PrivateSessions = PrivateReads & {
  run: (id: string, command: Command) => Promise<Answered | null>
  /** The person's settings were changed. */
  settingsChanged: () => void
}
type PrivateMemory = { db: Database; writer: Writer }

export type PrivatePorts = {
  /** The person's settings, and the sums of what was spent. */
  disk: Database
  start: typeof startWriter
  options: Pick<Parameters<typeof startWriter>[0], 'network' | 'safe' | 'isShown'>
  /** To this tab's page alone. */
  tell: (message: Published) => void
  report: (error: unknown) => void
}

export function makePrivateSessions({ disk, start, options, tell, report }: PrivatePorts): PrivateSessions {
  const memories = new Map<string, Promise<PrivateMemory>>()
  /** Ended ones: a command that comes late must not begin them again. */
  const ended = new Set<string>()

  const begin = async (name: string): Promise<PrivateMemory> => {
    const db = await openMemoryDatabase()
    await copySettings(disk, db)
    await balanceUsage(disk, db, name, Date.now())
    const balance = oneAtATime(() => balanceUsage(disk, db, name, Date.now()), report)
    const writer = await start({
      ...options,
      db,
      epoch: await claimEpoch(db),
      alone: true,
      clean: () => false,
      publish: (message) => {
        // what it keeps among its settings is for it alone
        if (message.type === 'settings-changed') return
        if (ended.has(name)) return
        tell(message)
        if (message.type === 'sessions-changed') balance()
      },
      // nobody else can write to it
      superseded: () => report(new Error('A private session was taken over.')),
      report,
    })
    return { db, writer }
  }
  const memory = (name: string): Promise<PrivateMemory> => {
    const there = memories.get(name)
    if (there !== undefined) return there
    const beginning = begin(name)
    memories.set(name, beginning)
    beginning.catch(() => memories.delete(name))
    return beginning
  }
  const all = async (): Promise<PrivateMemory[]> =>
    (await Promise.allSettled(memories.values())).flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))

  return {
    run: async (id, command) => {
      const name = memoryOf(command.sessionId) ?? ''
      // only this begins a memory: anything else is for one that is gone
      if (ended.has(name) || (command.kind !== 'create-session' && !memories.has(name)))
        return { type: 'refused', id, refusal: refusal('private-ended') }
      const { db, writer } = await memory(name)
      if (command.kind === 'create-session') await copySettings(disk, db)
      return writer.run(id, command)
    },
    of: async (sessionId) => (await memories.get(memoryOf(sessionId) ?? '')) ?? null,
    items: async () => (await Promise.all((await all()).map(({ db }) => listedSessions(db)))).flat(),
    end: async (sessionId) => {
      const name = memoryOf(sessionId) ?? ''
      const ending = memories.get(name)
      ended.add(name)
      memories.delete(name)
      const there = await ending?.catch(() => null)
      if (!there) return
      there.writer.stop()
      await balanceUsage(disk, there.db, name, Date.now())
      there.db.close()
    },
    settingsChanged: () => {
      void all()
        .then((each) => Promise.all(each.map(({ db }) => copySettings(disk, db))))
        .catch(report)
    },
  }
}

/** Runs `work` now, or once more after the run under way. */
function oneAtATime(work: () => Promise<void>, report: (error: unknown) => void): () => void {
  let running = false
  let again = false
  const run = (): void => {
    if (running) {
      again = true
      return
    }
    running = true
    work()
      .catch(report)
      .finally(() => {
        running = false
        if (!again) return
        again = false
        run()
      })
  }
  return run
}
