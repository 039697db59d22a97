import type { Config } from '../../agent/config.ts'
import type { Head } from '../../agent/head.ts'
import type { Message, QueuedMessage } from '../../agent/message.ts'
import type { Plan } from '../../agent/plan.ts'
import type { FileEntry, State, Summary } from '../../agent/state.ts'
import type { Line } from './export-format.ts'
import { BadArchive } from './zip-reader.ts'

type RowLine = Extract<Line, { type: 'head' | 'config' | 'summary' | 'plan' | 'queue' | 'message' | 'file' }>

/** The rows of a state as an archive holds them. */
export type ImportedRows = {
  head: Head | null
  config: Config | null
  summary: Summary | null
  plan: Plan | null
  queue: QueuedMessage[]
  messages: Message[]
  files: FileEntry[]
  add: (line: RowLine) => void
}

export function emptyRows(): ImportedRows {
  const rows: ImportedRows = {
    head: null,
    config: null,
    summary: null,
    plan: null,
    queue: [],
    messages: [],
    files: [],
    add: (line) => {
      if (line.type === 'head') rows.head = line.row
      else if (line.type === 'config') rows.config = line.row.config
      else if (line.type === 'summary') rows.summary = line.row.summary
      else if (line.type === 'plan') rows.plan = line.row.plan
      else if (line.type === 'queue') rows.queue.push(line.row)
      else if (line.type === 'message') rows.messages.push(line.row)
      else rows.files.push(line.row)
    },
  }
  return rows
}

/** Joins the rows into the state of a session, without gaps. Throws BadArchive. */
export function assembleRows(
  { head, config, summary, plan, queue, messages, files }: ImportedRows,
  sessionId: string,
): State {
  const whole =
    head !== null &&
    config !== null &&
    (summary !== null || head.summaryCutAt === 0) &&
    (plan !== null || head.plan === undefined) &&
    messages.length === head.count &&
    messages.every(({ n }, place) => n === place) &&
    queue.length === head.queued.steer + head.queued.followUp &&
    [...head.live, ...head.unsettled].every(({ n }) => messages[n]?.role === 'assistant')
  if (!whole) throw new BadArchive('A session’s records don’t belong together.')
  return {
    head: { ...head, sessionId },
    config,
    summary,
    plan,
    queue: queue.sort((a, b) => a.seq - b.seq),
    messages,
    files,
  }
}
