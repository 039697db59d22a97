import type { PlainBlock } from '../../agent/content.ts'
import { diff } from '../../agent/delta.ts'
import { effectsAt } from '../../agent/effects-at.ts'
import type { Head } from '../../agent/head.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import { planLines } from '../../agent/plan.ts'
import type { State } from '../../agent/state.ts'
import { status } from '../../agent/status.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import type { MachineView } from '../../protocol/inspect.ts'
import type { JournalView, VersionView, WireShown, WireView } from '../../protocol/inspect-view.ts'
import type { RequestOf } from '../../protocol/requests.ts'
import { DATA_VERSION } from '../../storage/migrations.ts'
import type { Database } from '../../storage/schema.ts'
import { forgetRecordedWire, readRecordedWire, recordWire } from '../../storage/settings/recorded-wire.ts'
import { keepHeld } from '../../storage/versions/keep-versions.ts'
import { restoreVersion } from '../../storage/versions/restore-version.ts'
import { openVersions, type Versions } from '../../storage/versions/versions.ts'
import { secretCleaner } from '../known-secrets.ts'
import { Refused } from '../refused.ts'
import { aboutInput } from './about-input.ts'
import { type BytesWritten, bytesWritten } from './bytes-written.ts'
import { SHOWN_ROWS, viewPast } from './past.ts'
import { withoutWords } from './without-words.ts'

/** The inspection of one session: its journal, its versions, its machine. Loaded on first use. Read only. */

type Inspect = RequestOf<'inspect'>
export type InspectPorts = {
  db: Database
  /** null: no machine runs it, or none has answered. */
  machine: (sessionId: string, wire?: boolean) => Promise<MachineView | null>
}

/** Most characters of each part of a version. */
const SHOWN_TEXT = 3000
const SHOWN_CALL = 600
/** Most inputs in a report. */
const REPORTED = 200

/** The inspected session. Only one at a time: a whole journal is in memory. */
let open: Open | null = null
type Open = {
  sessionId: string
  versions: Promise<Versions | null>
  clean: Promise<(text: string) => string>
  written: BytesWritten
  /** The whole journal has been read. */
  folded: boolean
}

const ANEW: ReadonlySet<Inspect['what']['type']> = new Set(['journal', 'report', 'wire'])

/** JSON text (inspect-view.ts). Rejects with Refused, or with the storage’s error. */
export async function inspect({ sessionId, what }: Inspect, ports: InspectPorts): Promise<string> {
  if (what.type === 'end') {
    if (open?.sessionId === sessionId) open = null
    return ''
  }
  // used while the journal is being folded or was not requested yet: the first view does not wait for it
  const quick = open?.sessionId === sessionId && open.folded ? null : await viewQuickly(ports.db, sessionId, what)
  if (quick !== null) return quick
  // keys may have been entered meanwhile: read again with each read of the journal
  const { versions, clean, written } = await lookInto(ports.db, sessionId, ANEW.has(what.type))
  switch (what.type) {
    case 'journal':
      await versions.follow()
      return clean(JSON.stringify(viewJournal(versions, what.after, written(versions, await ports.machine(sessionId)))))
    case 'version':
      return clean(JSON.stringify(viewVersion(stateIn(versions, what.seq))))
    case 'past':
      return clean(JSON.stringify(viewPast(stateIn(versions, what.seq), what.from)))
    case 'input':
      return clean(viewInput(versions, what.seq))
    case 'record-wire':
      if (!(await recordWire(ports.db, sessionId, what.on))) throw new Refused('This session no longer exists.')
      return clean(JSON.stringify(await viewWire(sessionId, ports)))
    case 'forget-wire':
      await forgetRecordedWire(ports.db, sessionId)
      return clean(JSON.stringify(await viewWire(sessionId, ports)))
    case 'wire':
      return clean(JSON.stringify(await viewWire(sessionId, ports)))
    case 'report':
      await versions.follow()
      return clean(report(versions, await ports.machine(sessionId)))
  }
}

async function lookInto(
  db: Database,
  sessionId: string,
  anew: boolean,
): Promise<{ versions: Versions; clean: (text: string) => string; written: BytesWritten }> {
  if (open?.sessionId !== sessionId)
    open = {
      ...{ sessionId, versions: openVersions(db, sessionId), clean: secretCleaner(db) },
      ...{ written: bytesWritten(), folded: false },
    }
  else if (anew) open.clean = secretCleaner(db)
  const mine = open
  try {
    const [versions, clean] = await Promise.all([mine.versions, mine.clean])
    if (versions === null) throw new Refused('This session no longer exists.')
    if (!mine.folded) {
      mine.folded = true
      // spares the next inspection the fold: only a cache, so a failure is only logged
      keepHeld(db, sessionId, versions).catch((error: unknown) => console.error(error))
    }
    return { versions, clean, written: mine.written }
  } catch (error) {
    if (open === mine) open = null
    throw error
  }
}

/** A version from the kept versions; null: it needs the journal. */
async function viewQuickly(db: Database, sessionId: string, what: Inspect['what']): Promise<string | null> {
  if (what.type !== 'version' && what.type !== 'past') return null
  const from = what.type === 'past' ? what.from : null
  const state = await restoreVersion(db, sessionId, what.seq, { from, rows: SHOWN_ROWS })
  if (state === null) return null
  const clean = await (open?.sessionId === sessionId ? open.clean : secretCleaner(db))
  return clean(JSON.stringify(what.type === 'version' ? viewVersion(state) : viewPast(state, from)))
}

/** The recorded exchanges, and those that only the machine’s memory has. */
async function viewWire(sessionId: string, { db, machine }: InspectPorts): Promise<WireShown> {
  const { on, exchanges } = await readRecordedWire(db, sessionId)
  const known = new Set(exchanges.map(({ at, url }) => `${at} ${url}`))
  const last: WireView = JSON.parse((await machine(sessionId, true))?.wire ?? '[]')
  const others = last.filter(({ at, url }) => !known.has(`${at} ${url}`))
  return { recorded: on, kept: exchanges.length, exchanges: [...exchanges, ...others].sort((a, b) => a.at - b.at) }
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

function viewVersion({ head, config, summary, plan, queue, messages, files }: State): VersionView {
  return {
    seq: head.seq,
    at: head.timestamp,
    status: status(head).type,
    head: pretty(head),
    model: config.model.model,
    count: head.count,
    summary: summary === null || summary.text === '' ? null : cut(summary.text, SHOWN_TEXT),
    ...(plan !== null && plan.steps.length > 0 && { plan: planLines(plan.steps) }),
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

const textOf = (
  content: readonly (PlainBlock | { type: 'thinking' | 'tool-call' | 'sources' | 'code-run' })[],
): string =>
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
  const { wire: _, ...done } = machine ?? { wire: '' }
  const { head, config } = stateIn(versions, Number.MAX_SAFE_INTEGER)
  const rows = versions.rows()
  return pretty({
    report: 'Reflexor session, without what was said',
    ...{ agentVersion: AGENT_VERSION, dataVersion: DATA_VERSION, browser: navigator.userAgent },
    inputs: rows.length,
    head: withoutWords(head),
    config: withoutWords(config),
    wanted: wantedBy(head),
    // keys of effects and names of inputs come from the machine itself
    machine: machine === null ? null : done,
    journal: rows.slice(-REPORTED).map(({ input, agentVersion }) => withoutWords({ agentVersion, ...input })),
  })
}
