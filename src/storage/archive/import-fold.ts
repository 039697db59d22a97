import type { Head } from '../../agent/head.ts'
import { initiate } from '../../agent/initiate.ts'
import type { Input } from '../../agent/input.ts'
import type { FileEntry, State } from '../../agent/state.ts'
import { transition } from '../../agent/transition.ts'
import { AGENT_VERSION, FIRST_AGENT_VERSION } from '../../agent/version.ts'
import { stateOf } from '../fold.ts'
import { isSame } from '../is-same.ts'
import { type JournalRow, KEPT_PAGE, type SnapshotRow, type StreamRow } from '../schema.ts'
import { blobsNamedBy, blobsOfPartials } from './blob-names.ts'
import type { Line } from './export-format.ts'
import { checkInput, checkState } from './import-bounds.ts'
import { assembleRows, emptyRows, type ImportedRows } from './import-rows.ts'
import { NO_TIES, type Ties } from './ties.ts'
import { BadArchive } from './zip-reader.ts'

/** The result of a session's lines. */
type FoldedImport = {
  state: State
  /** The state from which this agent version folds the journal: it becomes the session's snapshot. */
  base: State
  streams: readonly StreamRow[]
  blobs: ReadonlySet<string>
  /** Blobs that the archive need not have. */
  missingBlobs: ReadonlySet<string>
}
export type ImportFold = {
  /** Takes the next line. Returns the journal row to store, under its new session. Throws BadArchive. */
  take: (line: Line) => Pick<JournalRow, 'seq' | 'timestamp' | 'agentVersion' | 'input'> | null
  /** The folded state so far; null: this agent version wrote nothing of it. */
  state: () => State | null
  /** Call after the last line. Throws BadArchive if anything is missing, or rows and journal disagree. */
  finish: () => FoldedImport
}

/** Larger stamps are refused: a counter that continues from them must never lose precision. */
const LARGEST_SEQ = 2 ** 50
const RANK: Record<Line['type'], number> = {
  session: 0,
  snapshot: 1,
  journal: 2,
  head: 3,
  config: 3,
  summary: 3,
  plan: 3,
  queue: 3,
  message: 3,
  file: 3,
  stream: 3,
  damaged: 3,
  'missing-blob': 3,
  end: 4,
}

/**
 * Folds the journal of an archive into the state of a new session with the agent's own transition; every input must
 * apply. Inputs of an older agent version are kept as history: the fold then starts at the snapshot of this version or,
 * if it wrote none, at the rows. `problemOfPath`: what is wrong with a file name; null: nothing.
 */
export function makeImportFold(
  sessionId: string,
  problemOfPath: (path: string) => string | null,
  ties: Ties = NO_TIES,
): ImportFold {
  const blobs = new Set<string>()
  const missingBlobs = new Set<string>()
  const streams: StreamRow[] = []
  const rows: ImportedRows = emptyRows()
  let pages: SnapshotRow[] = []
  let header: Extract<Line, { type: 'session' }> | null = null
  let end: Extract<Line, { type: 'end' }> | null = null
  let rank = -1
  let lines = 0
  let lastSeq = 0
  let older = false
  let base: State | null = null
  let state: State | null = null

  const ownHead = (head: Head): Head => (head.origin ? { ...head, origin: ties.named(head.origin) } : head)
  const ownInput = (input: Input): Input =>
    input.type === 'session-create'
      ? { ...input, sessionId }
      : input.type === 'session-branch'
        ? { ...input, origin: ties.named(input.origin) }
        : input
  const apply = ({ agentVersion, seq, timestamp, input }: JournalRow): ReturnType<ImportFold['take']> => {
    checkVersion(agentVersion)
    if (!(seq > lastSeq) || seq > LARGEST_SEQ || input.seq !== seq || input.timestamp !== timestamp)
      throw new BadArchive('A session’s journal is out of order.')
    checkInput(input)
    lastSeq = seq
    const own = ownInput(input)
    checkPaths(own, problemOfPath)
    for (const sha of blobsNamedBy([own])) blobs.add(sha)
    for (const sha of blobsOfPartials(own)) missingBlobs.add(sha)
    if (agentVersion < AGENT_VERSION) {
      if (state !== null) throw new BadArchive('A session’s journal is out of order.')
      older = true
    } else {
      const before: State = state ?? (older ? fromSnapshot(pages, sessionId, seq) : initiate(sessionId))
      const next = transition(own)(before)
      if (next === before) throw new BadArchive('A session’s journal can’t be replayed: an entry doesn’t apply.')
      // the result of one input on nothing is the smallest snapshot
      base ??= older ? before : next
      state = next
    }
    return { seq, timestamp, agentVersion, input: own }
  }

  return {
    take: (line) => {
      if (end !== null || RANK[line.type] < rank || (header === null) !== (line.type === 'session'))
        throw new BadArchive('A session’s lines are out of order.')
      rank = RANK[line.type]
      if (line.type !== 'end') lines++
      switch (line.type) {
        case 'session':
          checkVersion(line.agentVersion)
          header = line
          return null
        case 'snapshot':
          // a version of the app before kept versions exported them with the snapshots
          if (line.row.agentVersion !== AGENT_VERSION || line.row.page === KEPT_PAGE) return null
          if (pages[0] !== undefined && pages[0].seq !== line.row.seq) pages = []
          pages.push(
            line.row.part.head === undefined
              ? line.row
              : { ...line.row, part: { ...line.row.part, head: ownHead(line.row.part.head) } },
          )
          return null
        case 'journal':
          return apply(line.row)
        case 'stream':
          streams.push(line.row)
          return null
        case 'damaged':
          if (line.store !== 'streams')
            throw new BadArchive(
              `This session was already damaged when it was exported (${line.store}), so it can’t be restored.`,
            )
          return null
        case 'missing-blob':
          missingBlobs.add(line.sha)
          return null
        case 'end':
          end = line
          return null
        default:
          rows.add(line.type === 'head' ? { ...line, row: ownHead(line.row) } : line)
          return null
      }
    },
    state: () => state,
    finish: () => {
      if (header === null || end === null || end.lines !== lines)
        throw new BadArchive('A session’s file is incomplete.')
      if (state === null) {
        // nothing of this agent version: the rows are the state, as when such a session is opened
        const whole = assembleRows(rows, sessionId)
        if (!end.consistent || whole.head.seq < lastSeq)
          throw new BadArchive('A session’s records don’t belong together.')
        checkFiles(whole.files, problemOfPath)
        checkState(whole)
        return { state: whole, base: whole, streams, blobs, missingBlobs }
      }
      if (
        !isSame(asWritten(state.head, rows.head), { ...rows.head, sessionId }) ||
        (end.consistent && !isSame({ ...state, head: asWritten(state.head, rows.head) }, assembleRows(rows, sessionId)))
      )
        throw new BadArchive('A session’s journal doesn’t match its records.')
      checkState(state)
      return { state, base: base ?? state, streams, blobs, missingBlobs }
    },
  }
}

/** A head written before `activeAt` existed is compared without it. */
function asWritten(folded: Head, written: Head | null | undefined): Head {
  if (written?.activeAt !== undefined) return folded
  const { activeAt: _, ...older } = folded
  return older
}

/** Inputs of an older version are not folded, so a version that never existed must not pass for one. */
function checkVersion(version: number): void {
  if (version > AGENT_VERSION)
    throw new BadArchive('This session is from a newer version of Reflexor. Update, then import it again.')
  if (version < FIRST_AGENT_VERSION || !Number.isInteger(version))
    throw new BadArchive('This session claims a version of Reflexor that never existed.')
}

function fromSnapshot(pages: readonly SnapshotRow[], sessionId: string, before: number): State {
  if (pages.at(-1)?.last !== true || (pages[0]?.seq ?? before) >= before)
    throw new BadArchive('A session’s journal has no starting point.')
  const state = stateOf(pages.map(({ part }) => part))
  return { ...state, head: { ...state.head, sessionId } }
}

function checkPaths(input: Input, problemOfPath: (path: string) => string | null): void {
  if (!('files' in input) || !('known' in input)) return
  checkFiles([...(input.files ?? []), ...(input.known ?? [])], problemOfPath)
}

function checkFiles(files: readonly Pick<FileEntry, 'path'>[], problemOfPath: (path: string) => string | null): void {
  for (const { path } of files) {
    const problem = problemOfPath(path)
    if (problem !== null) throw new BadArchive(problem)
  }
}
