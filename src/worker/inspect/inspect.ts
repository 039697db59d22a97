import type { PlainBlock } from '../../agent/content.ts'
import { diff } from '../../agent/delta.ts'
import { effectsAt } from '../../agent/effects-at.ts'
import type { Head } from '../../agent/head.ts'
import type { Message, ToolCall } from '../../agent/message.ts'
import { planLines } from '../../agent/plan.ts'
import type { State } from '../../agent/state.ts'
import { status } from '../../agent/status.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import type { INSPECT_REQUESTS, JournalView, VersionView, WireShown, WireView } from '../../protocol/inspect.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import { DATA_VERSION } from '../../storage/migrations.ts'
import type { Database } from '../../storage/schema.ts'
import { forgetRecordedWire, readRecordedWire, recordWire } from '../../storage/settings/recorded-wire.ts'
import { keepHeld } from '../../storage/versions/keep-versions.ts'
import { restoreVersion } from '../../storage/versions/restore-version.ts'
import { openVersions, type Versions } from '../../storage/versions/versions.ts'
import { cleaned, secretCleaner } from '../known-secrets.ts'
import { refused } from '../refused.ts'
import type { HandlersOf, RequestEnvironment } from '../request-handlers.ts'
import { aboutInput } from './about-input.ts'
import { type BytesWritten, bytesWritten } from './bytes-written.ts'
import { SHOWN_ROWS, viewPast } from './past.ts'
import { withoutWords } from './without-words.ts'

/** The inspection of one session: its journal, its versions, its machine. Loaded on first use. Read only. */

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

/** Each rejects with Refused, or with the storage’s error. */
export const INSPECT_HANDLERS: HandlersOf<typeof INSPECT_REQUESTS> = {
  'inspect-journal': async ({ sessionId, after }, { db, machine }) => {
    const { versions, clean, written } = await lookInto(db, sessionId, true)
    await versions.follow()
    return cleaned(clean, viewJournal(versions, after, written(versions, await machine(sessionId))))
  },
  'inspect-version': ({ sessionId, seq }, { db }) => viewState(db, sessionId, seq, null, viewVersion),
  'inspect-past': ({ sessionId, seq, from }, { db }) =>
    viewState(db, sessionId, seq, from, (state) => viewPast(state, from)),
  'inspect-input': async ({ sessionId, seq }, { db }) => {
    const { versions, clean } = await lookInto(db, sessionId, false)
    return clean(viewInput(versions, seq))
  },
  'inspect-wire': ({ sessionId }, ports) => viewWire(sessionId, ports),
  'record-wire': async ({ sessionId, on }, ports) => {
    if (!(await recordWire(ports.db, sessionId, on))) throw refused('session-gone')
    return viewWire(sessionId, ports)
  },
  'forget-wire': async ({ sessionId }, ports) => {
    await forgetRecordedWire(ports.db, sessionId)
    return viewWire(sessionId, ports)
  },
  'inspect-report': async ({ sessionId }, { db, machine }) => {
    const { versions, clean } = await lookInto(db, sessionId, true)
    await versions.follow()
    return clean(report(versions, await machine(sessionId)))
  },
  'end-inspect': async ({ sessionId }) => {
    if (open?.sessionId === sessionId) open = null
    return null
  },
}

/** `again`: the secrets are read again, since keys may have been entered meanwhile. */
async function lookInto(
  db: Database,
  sessionId: string,
  again: boolean,
): Promise<{ versions: Versions; clean: (text: string) => string; written: BytesWritten }> {
  if (open?.sessionId !== sessionId)
    open = {
      ...{ sessionId, versions: openVersions(db, sessionId), clean: secretCleaner(db) },
      ...{ written: bytesWritten(), folded: false },
    }
  else if (again) open.clean = secretCleaner(db)
  const mine = open
  try {
    const [versions, clean] = await Promise.all([mine.versions, mine.clean])
    if (versions === null) throw refused('session-gone')
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

/**
 * The state after an input. While the journal was not read yet or is being folded, it comes from the kept versions: the
 * first view does not wait for the journal.
 */
async function viewState<View>(
  db: Database,
  sessionId: string,
  seq: number,
  from: number | null,
  view: (state: State) => View,
): Promise<View> {
  if (open?.sessionId !== sessionId || !open.folded) {
    const state = await restoreVersion(db, sessionId, seq, { from, rows: SHOWN_ROWS })
    if (state !== null) {
      const clean = await (open?.sessionId === sessionId ? open.clean : secretCleaner(db))
      return cleaned(clean, view(state))
    }
  }
  const { versions, clean } = await lookInto(db, sessionId, false)
  return cleaned(clean, view(stateIn(versions, seq)))
}

/** The recorded exchanges, and those that only the machine’s memory has. */
async function viewWire(
  sessionId: string,
  { db, machine }: Pick<RequestEnvironment, 'db' | 'machine'>,
): Promise<WireShown> {
  const { clean } = await lookInto(db, sessionId, true)
  const { on, exchanges } = await readRecordedWire(db, sessionId)
  const known = new Set(exchanges.map(({ at, url }) => `${at} ${url}`))
  const last: WireView = JSON.parse((await machine(sessionId, true))?.wire ?? '[]')
  const others = last.filter(({ at, url }) => !known.has(`${at} ${url}`))
  const both = [...exchanges, ...others].sort((a, b) => a.at - b.at)
  return cleaned(clean, { recorded: on, kept: exchanges.length, exchanges: both })
}

function stateIn(versions: Versions, seq: number): State {
  const state = versions.get(seq)
  if (state === null) throw refused('nothing-before')
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
  if (row === undefined) throw refused('no-such-input')
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
