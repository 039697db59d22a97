import { diff } from '../../agent/delta.ts'
import type { MachineView } from '../../protocol/inspect.ts'
import type { Versions } from '../../storage/versions/versions.ts'

/** Says of each commit of a machine how much it wrote. */
export type BytesWritten = (versions: Versions, machine: MachineView | null) => MachineView | null

/**
 * Worked out when somebody looks, so that a step pays nothing for it: the inputs of a commit and the rows that they changed, as JSON in UTF-8.
 * The database's own form is somewhat larger. Each commit is weighed once.
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

/** `about`: stamps with what came. null: these versions do not hold them. */
function weigh(versions: Versions, about: string): number | null {
  const stamps = about.split(', ').map((each) => Number.parseInt(each, 10))
  const [first, last] = [stamps[0] ?? 0, stamps.at(-1) ?? 0]
  const end = versions.rows().findLastIndex(({ seq }) => seq <= last)
  if (versions.rows()[end]?.seq !== last) return null
  const rows = versions.rows().slice(end - stamps.length + 1, end + 1)
  const next = versions.get(last)
  if (rows[0]?.seq !== first || next === null) return null
  const before = versions.previous(first)
  const previous = before === null ? null : versions.get(before)
  return sizeOf(rows) + sizeOf(previous === null ? next : diff(previous, next))
}

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length
