import type { KeyValue, Outbox } from '../../../src/ui/base/worker-link/outbox.ts'

/**
 * What has become of commands, as far as a page can tell that was loaded after they were given. Answers are noted where
 * the outbox is, in the task in which it lets go of the command: whoever hears an answer is perhaps reloaded before the
 * rig asks.
 */
export type Kept = {
  answered: (id: string) => void
  /** Those that neither stand in the outbox nor were answered, nor are in the journal. */
  lost: (ids: readonly string[]) => Promise<string[]>
}

const PREFIX = 'torture:answered:'

export function makeKept(
  storage: KeyValue,
  outbox: Pick<Outbox, 'has'>,
  /** The ids of all commands that were committed. */
  committed: () => Promise<ReadonlySet<string>>,
): Kept {
  return {
    answered: (id) => storage.setItem(PREFIX + id, ''),
    lost: async (ids) => {
      const absent = ids.filter((id) => !outbox.has(id) && storage.getItem(PREFIX + id) === null)
      if (absent.length === 0) return []
      const there = await committed()
      return absent.filter((id) => !there.has(id))
    },
  }
}
