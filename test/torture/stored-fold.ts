import { diff } from '../../src/agent/delta.ts'
import type { FileEntry, State } from '../../src/agent/state.ts'
import { transition } from '../../src/agent/transition.ts'
import { same, text } from './compare.ts'
import { keysOf, type Must, type Rows } from './stored.ts'

/**
 * Rows and snapshots equal the folded journal, and each row was written by the writer of the input that changed it
 * last.
 */
export function checkFold(rows: Rows, must: Must): void {
  const { journal, snapshots, writers } = rows
  const [{ seq: from, epoch, state: base }, ...later] = snapshots
  const whole = {
    ...base,
    queue: { put: [...base.queue], drop: [] },
    messages: [...base.messages],
    files: [...base.files],
  }
  const expected = new Map(keysOf(whole).map((key) => [key, epoch]))
  let state = base
  for (const entry of journal) {
    if (entry.seq === from)
      must(entry.epoch === epoch, `the first snapshot was written by ${epoch}, not ${entry.epoch}`)
    if (entry.seq > from) {
      const next = transition(entry.input)(state)
      must(next !== state, `entry ${entry.seq} of the journal does not apply: ${entry.input.type}`)
      for (const key of keysOf(diff(state, next))) expected.set(key, entry.epoch)
      state = next
    }
    for (const snapshot of later)
      if (snapshot.seq === entry.seq) checkState(state, snapshot.state, `snapshot ${snapshot.seq}: `, must)
  }
  const reached = new Set(journal.map(({ seq }) => seq))
  for (const { seq } of later) must(reached.has(seq), `there is a snapshot of ${seq}, where the journal never was`)
  checkState(state, rows, '', must)
  for (const [key, writer] of writers)
    must(writer === expected.get(key), `the ${key} was written by ${writer}, its last change by ${expected.get(key)}`)
}

function checkState(folded: State, stored: State, where: string, must: Must): void {
  const { head, config, summary, plan, queue, messages, files } = stored
  must(same(folded.head, head), `${where}the head is not the folded journal's:\n${text(head)}\n${text(folded.head)}`)
  must(same(folded.config, config), `${where}the configuration is not the folded journal’s`)
  must(
    same(folded.summary, summary),
    `${where}the summary is not the folded journal's:\n${text(summary)}\n${text(folded.summary)}`,
  )
  must(same(folded.plan, plan), `${where}the plan is not the folded journal's:\n${text(plan)}\n${text(folded.plan)}`)
  must(
    same(folded.queue, queue),
    `${where}the queue is not the folded journal's:\n${text(queue)}\n${text(folded.queue)}`,
  )
  for (const [n, message] of folded.messages.entries())
    must(
      same(message, messages[n]),
      `${where}row ${n} is not the folded journal's:\n${text(messages[n])}\n${text(message)}`,
    )
  must(folded.messages.length === messages.length, `${where}there are more or fewer rows than the journal makes`)
  must(
    same(byPath(folded.files), byPath(files)),
    `${where}files are not the folded journal's:\n${text(files)}\n${text(folded.files)}`,
  )
}

const byPath = (files: readonly FileEntry[]): FileEntry[] =>
  files.filter(({ blob }) => blob !== null).sort((a, b) => (a.path < b.path ? -1 : 1))
