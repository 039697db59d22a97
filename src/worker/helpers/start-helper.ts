import type { FileChange } from '../../agent/content.ts'
import type { Head } from '../../agent/head.ts'
import { initiate } from '../../agent/initiate.ts'
import type { FileEntry, State } from '../../agent/state.ts'
import { status } from '../../agent/status.ts'
import { MAX_DEPTH } from '../../agent/version.ts'
import { isPrivate } from '../../effects/provenance.ts'
import { idBeside } from '../../settings/private-session.ts'
import { readFiles } from '../../storage/files.ts'
import { readRows } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { readPreferences, readProvider } from '../../storage/settings/settings.ts'
import type { HelperEnding, HelperJob, HelperReport } from '../../tools/helpers/helper-port.ts'
import { windowChanges } from '../policy/model-window.ts'
import type { HelperCall, HelperOf } from '../ports/machine-ports.ts'
import { sessionProvenance } from '../ports/session-provenance.ts'
import { helperConfig } from './helper-config.ts'
import type { HelperMachine, HelperMachines } from './helper-machine.ts'
import { changesOfHelper, mergeFiles } from './merge-files.ts'

/** Most files that a helper starts with. */
const MOST_FILES = 5000

/** The same call always has the same helper, in this session alone. */
export async function helperId(sessionId: string, key: string): Promise<string> {
  const bytes = new TextEncoder().encode(`helper\n${sessionId}\n${key}`)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return idBeside(sessionId, [...digest.subarray(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
}

/**
 * Creates a helper's session with its task and the files, in one commit. `add` holds the machine that `start` makes.
 * Rejects with words for the model if there may be no helper.
 */
export async function startHelper<Machine extends HelperMachine>(
  ports: { start: (state: State) => Promise<Machine> } & Pick<HelperMachines<Machine>, 'add'>,
  sessionId: string,
  { db, sessionId: from, state }: HelperOf,
  { id }: HelperCall,
  job: HelperJob,
): Promise<Head> {
  const depth = (state().head.parent?.depth ?? 0) + 1
  if (depth > MAX_DEPTH)
    throw new Error(`Helpers may be ${MAX_DEPTH} deep, and this one would be deeper. Do it yourself.`)
  const [workspace, preferences, provenance] = await Promise.all([
    readFiles(db, from),
    readPreferences(db),
    sessionProvenance(db, from, state)(),
  ])
  const files = workspace?.files ?? []
  if (files.length > MOST_FILES)
    throw new Error(`A helper can start with ${MOST_FILES} files at most, and the workspace has ${files.length}.`)
  const { helperModel } = preferences
  const model = helperModel !== null && (await readProvider(db, helperModel.providerId)) !== null ? helperModel : null
  // read last: what the person has taken from the session meanwhile counts
  const { head, config } = state()
  const plain = helperConfig({ head, config }, job, depth, model)
  const sized = model === null ? plain : { ...plain, ...(await windowChanges(db, plain, preferences)) }
  const machine = await ports.add(sessionId, ports.start(initiate(sessionId)))
  await machine.dispatch({
    type: 'session-create',
    sessionId,
    config: sized,
    ...(head.project !== undefined && { project: head.project }),
    helps: {
      parent: { session: from, call: id, depth },
      title: job.title,
      task: job.task,
      files: files.map(asNew),
      isPrivate: head.private === true || isPrivate(provenance),
    },
  })
  return machine.state().head
}

const asNew = ({ path, blob, size, mediaType }: FileEntry): FileChange => ({
  path,
  from: null,
  to: blob,
  size,
  mediaType,
})

/** The result of a helper. `head` null: its session is not on this device. */
export async function reportOf(
  { db, sessionId: to, state }: HelperOf,
  sessionId: string,
  head: Head | null,
): Promise<HelperReport> {
  if (head === null)
    return {
      ending: 'missing',
      text: '',
      reason: '',
      changes: [],
      apart: [],
      asks: false,
      spent: { tokens: 0, cost: 0 },
    }
  const { ending, reason } = endingOf(head)
  const [text, changed, there, { askHelperFiles }] = await Promise.all([
    lastWords(db, sessionId, head.count),
    changesOfHelper(db, sessionId),
    readFiles(db, to),
    readPreferences(db),
  ])
  const merged = mergeFiles(changed, new Map(there?.files.map(({ path, blob }) => [path, blob])))
  // changes within the tree are asked about once, where they leave it
  const asks = askHelperFiles && state().head.parent === undefined
  return { ending, reason, text, ...merged, asks, spent: { tokens: head.run.tokens, cost: head.run.cost } }
}

function endingOf(head: Head): { ending: HelperEnding; reason: string } {
  if (head.deletedAt !== null) return { ending: 'deleted', reason: '' }
  const now = status(head)
  if (now.type === 'failed') return { ending: 'failed', reason: now.failure.message }
  if (now.type === 'paused') return { ending: 'limit', reason: '' }
  return { ending: now.type === 'stopped' ? 'stopped' : 'done', reason: '' }
}

/** How many of the last rows may hold its last words. */
const TAIL = 20

async function lastWords(db: Database, sessionId: string, count: number): Promise<string> {
  const read = await readRows(db, sessionId, Math.max(0, count - TAIL), count)
  for (const row of [...(read?.messages ?? [])].reverse()) {
    if (row.role !== 'assistant') continue
    const words = row.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
    if (words.trim() !== '') return words
  }
  return ''
}
