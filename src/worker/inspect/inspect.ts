import type { PlainBlock } from '../../agent/content.ts'
import { diff } from '../../agent/delta.ts'
import { effectsAt } from '../../agent/effects-at.ts'
import type { Head } from '../../agent/head.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import type { State } from '../../agent/state.ts'
import { status } from '../../agent/status.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import type { MachineView } from '../../protocol/inspect.ts'
import type { JournalView, VersionView } from '../../protocol/inspect-view.ts'
import type { Request } from '../../protocol/to-worker.ts'
import { DATA_VERSION } from '../../storage/migrations.ts'
import type { Database } from '../../storage/schema.ts'
import { openVersions, type Versions } from '../../storage/versions/versions.ts'
import { secretCleaner } from '../known-secrets.ts'
import { Refused } from '../refused.ts'
import { aboutInput } from './about-input.ts'
import { viewPast } from './past.ts'
import { withoutWords } from './without-words.ts'

/** Looking into one session: its journal, its versions, its machine. Loaded with the first question; nothing is written. */

type Inspect = Extract<Request, { kind: 'inspect' }>
export type InspectPorts = {
  db: Database
  /** null: no machine runs it, or nobody has answered. */
  machine: (sessionId: string) => Promise<MachineView | null>
}

/** Rows of a version that are shown, and characters of each of its parts. */
const SHOWN_ROWS = 20
const SHOWN_TEXT = 3000
const SHOWN_CALL = 600
/** Inputs in a report. */
const REPORTED = 200

/** The session that is looked into. One at a time: a whole journal is held. */
let open: Open | null = null
type Open = { sessionId: string; versions: Promise<Versions | null>; clean: Promise<(text: string) => string> }

/** JSON text (inspect-view.ts). Rejects with Refused, or with what storage rejected with. */
export async function inspect({ sessionId, what }: Inspect, ports: InspectPorts): Promise<string> {
  if (what.type === 'end') {
    if (open?.sessionId === sessionId) open = null
    return ''
  }
  // keys may have been entered meanwhile: looked for anew whenever the journal is
  const { versions, clean } = await lookInto(ports.db, sessionId, what.type === 'journal' || what.type === 'report')
  switch (what.type) {
    case 'journal':
      await versions.follow()
      return clean(JSON.stringify(viewJournal(versions, what.after, await ports.machine(sessionId))))
    case 'version':
      return clean(JSON.stringify(viewVersion(stateIn(versions, what.seq))))
    case 'past':
      return clean(JSON.stringify(viewPast(stateIn(versions, what.seq), what.from)))
    case 'input':
      return clean(viewInput(versions, what.seq))
    case 'report':
      await versions.follow()
      return clean(report(versions, await ports.machine(sessionId)))
  }
}

async function lookInto(
  db: Database,
  sessionId: string,
  anew: boolean,
): Promise<{ versions: Versions; clean: (text: string) => string }> {
  if (open?.sessionId !== sessionId)
    open = { sessionId, versions: openVersions(db, sessionId), clean: secretCleaner(db) }
  else if (anew) open.clean = secretCleaner(db)
  const mine = open
  try {
    const [versions, clean] = await Promise.all([mine.versions, mine.clean])
    if (versions === null) throw new Refused('This session does not exist any more.')
    return { versions, clean }
  } catch (error) {
    if (open === mine) open = null
    throw error
  }
}

function stateIn(versions: Versions, seq: number): State {
  const state = versions.get(seq)
  if (state === null) throw new Refused('There is nothing before this input.')
  return state
}

function viewJournal(versions: Versions, after: number, machine: MachineView | null): JournalView {
  const { head } = stateIn(versions, Number.MAX_SAFE_INTEGER)
  const entries = versions
    .rows()
    .slice(firstAfter(versions, after))
    .map(({ seq, timestamp, input }) => ({ seq, at: timestamp, type: input.type, about: aboutInput(input) }))
  return { entries, title: head.title ?? '', head: pretty(head), wanted: wantedBy(head), machine }
}

function firstAfter(versions: Versions, after: number): number {
  const place = versions.rows().findLastIndex(({ seq }) => seq <= after)
  return place + 1
}

function wantedBy(head: Head): JournalView['wanted'] {
  return Object.entries(effectsAt({ head })).map(([key, effect]) => ({
    key,
    kind: effect.kind,
    attempt: 'attempt' in effect ? effect.attempt : null,
  }))
}

function viewVersion({ head, config, summary, queue, messages, files }: State): VersionView {
  return {
    seq: head.seq,
    at: head.timestamp,
    status: status(head).type,
    head: pretty(head),
    model: config.model.model,
    count: head.count,
    summary: summary === null || summary.text === '' ? null : cut(summary.text, SHOWN_TEXT),
    queue: queue.map(({ content }) => cut(textOf(content), SHOWN_CALL)),
    wanted: wantedBy(head),
    rows: messages.slice(-SHOWN_ROWS).map(viewRow),
    files: files.flatMap(({ path, blob, size }) => (blob === null ? [] : [{ path, size }])),
  }
}

function viewRow(row: Message): VersionView['rows'][number] {
  const text = cut(textOf(row.content), SHOWN_TEXT)
  if (row.role === 'user') return { n: row.n, role: row.role, text, note: '', calls: [] }
  return { n: row.n, role: row.role, text, note: row.status, calls: row.calls.map(viewCall) }
}

const viewCall = ({ name, args, status: at, result }: ToolCall): VersionView['rows'][number]['calls'][number] => ({
  ...{ name, args: cut(args, SHOWN_CALL) },
  status: result?.kind ?? at,
  result: result === null ? '' : cut(textOf(result.content), SHOWN_CALL),
})

const textOf = (content: readonly (PlainBlock | { type: 'thinking' | 'tool-call' })[]): string =>
  content
    .flatMap((block) =>
      block.type === 'text'
        ? [block.text]
        : block.type === 'image' || block.type === 'document'
          ? [`[${block.type}]`]
          : [],
    )
    .join('\n\n')

const cut = (text: string, longest: number): string => (text.length > longest ? `${text.slice(0, longest)}…` : text)
const pretty = (value: unknown): string => JSON.stringify(value, null, 2)

function viewInput(versions: Versions, seq: number): string {
  const row = versions.rows().find((each) => each.seq === seq)
  if (row === undefined) throw new Refused('There is no such input in the journal.')
  const { input, agentVersion, epoch } = row
  const before = versions.previous(seq)
  const previous = before === null ? null : versions.get(before)
  const changed = previous === null ? 'It made the session.' : diff(previous, stateIn(versions, seq))
  return pretty({ input, agentVersion, epoch, changed })
}

function report(versions: Versions, machine: MachineView | null): string {
  const { head, config } = stateIn(versions, Number.MAX_SAFE_INTEGER)
  const rows = versions.rows()
  return pretty({
    report: 'Reflexor session, without what was said',
    ...{ agentVersion: AGENT_VERSION, dataVersion: DATA_VERSION, browser: navigator.userAgent },
    inputs: rows.length,
    head: withoutWords(head),
    config: withoutWords(config),
    wanted: wantedBy(head),
    // keys of effects and names of inputs are the machine's own
    machine,
    journal: rows.slice(-REPORTED).map(({ input, agentVersion }) => withoutWords({ agentVersion, ...input })),
  })
}
