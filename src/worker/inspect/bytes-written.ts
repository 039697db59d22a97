import { diff } from '../../agent/delta.ts'
import type { State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import type { Versions } from '../../storage/versions/versions.ts'

/** Adds the number of written bytes to each commit of a machine. */
export type BytesWritten = (versions: Versions, machine: MachineView | null) => MachineView | null

/**
 * The size of a commit: its inputs and the changed rows, as JSON in UTF-8. The database’s own format is somewhat
 * larger. Counted only while the Inspector is open, once for each commit.
 */
export function bytesWritten(): BytesWritten {
  const known = new Map<string, number>()
  return (versions, machine) =>
    machine === null
      ? null
      : {
          ...machine,
          notes: machine.notes.map((note) => {
            if (note.type !== 'committed') return note
            const bytes = known.get(note.about) ?? weigh(versions, note.about)
            if (bytes === null) return note
            known.set(note.about, bytes)
            return { ...note, bytes }
          }),
        }
}

/**
 * `about`: stamps with their inputs. null: these versions do not hold them. The inputs are folded again: two versions
 * that were read separately do not share unchanged rows, and `diff` compares by reference.
 */
function weigh(versions: Versions, about: string): number | null {
  const stamps = about.split(', ').map((each) => Number.parseInt(each, 10))
  const [first, last] = [stamps[0] ?? 0, stamps.at(-1) ?? 0]
  const end = versions.rows().findLastIndex(({ seq }) => seq <= last)
  const rows = versions.rows().slice(end - stamps.length + 1, end + 1)
  if (rows[0]?.seq !== first || rows.at(-1)?.seq !== last) return null
  const before = versions.previous(first)
  const previous = before === null ? null : versions.get(before)
  if (previous === null) {
    const next = versions.get(last)
    return next && sizeOf(rows) + sizeOf(next)
  }
  const next = rows.reduce<State>((state, { input }) => transition(input)(state), previous)
  return sizeOf(rows) + sizeOf(diff(previous, next))
}

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length
