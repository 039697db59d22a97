import { blobsOfBlocks } from '../../agent/attachments.ts'
import type { UserInput } from '../../agent/input.ts'
import { shortened } from '../../agent/shorten.ts'
import { sizeOfMessages } from '../../agent/size.ts'
import type { State } from '../../agent/state.ts'
import type { UserIntent } from '../../agent/user-intent.ts'
import { MAX_LOADED } from '../../agent/version.ts'
import { missingBlobs, putBlob } from '../../storage/blobs.ts'
import { readFileEntries } from '../../storage/files.ts'
import { messagesAfter } from '../../storage/read.ts'
import type { Database } from '../../storage/schema.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { windowOf } from '../policy/model-window.ts'
import { historySource } from '../ports/history-source.ts'
import { refused } from '../refused.ts'
import { requirePath } from '../require-path.ts'
import type { SessionMachine } from './session-machine.ts'

/**
 * Makes a person's intent the input of the journal: adds what only the writer knows, which is the text received so far
 * and the file entries it builds on. Rejects with Refused when it names what does not exist.
 */
export async function completeInput(
  db: Database,
  sessionId: string,
  intent: UserIntent,
  machine: SessionMachine,
): Promise<UserInput> {
  switch (intent.type) {
    case 'user-send-message': {
      await requireBlobs(db, blobsOfBlocks(intent.content))
      const hasFiles = intent.content.some((block) => 'file' in block && block.file !== undefined)
      const placed = hasFiles ? await (await attaching()).placeAttached(db, sessionId, intent.content) : {}
      if (intent.delivery === 'interrupt') return { ...intent, ...placed, ...(await stopping(db, machine)) }
      return { ...intent, ...placed, partials: machine.live.partials() }
    }
    case 'user-change-queued':
      await requireBlobs(db, blobsOfBlocks(intent.content))
      return intent
    case 'user-decide-tool-call': {
      const grant = intent.args === undefined ? undefined : await grantFor(machine.state(), intent)
      return grant === undefined ? intent : { ...intent, grant }
    }
    case 'user-configure': {
      // what a model takes, and what day it is, is for us to find out
      const { window: _claimed, background: _ours, ...config } = intent.config
      const window = config.model === undefined ? null : await windowOf(db, config.model)
      return { ...intent, config: window === null ? config : { ...config, window } }
    }
    case 'user-undo-summary':
      return { ...intent, size: await sizeOfReturn(db, sessionId, machine.state(), intent.cutAt) }
    case 'user-load-tool-call': {
      const found = await comingBack(db, sessionId).call(intent.toolCallId, machine.state())
      return { ...intent, n: found.n, size: found.size }
    }
    case 'user-expand-history': {
      const back = await comingBack(db, sessionId).rows(intent.count, machine.state())
      return { ...intent, to: back.to, size: back.size }
    }
    case 'user-abort':
    case 'user-delete-session':
      return { ...intent, ...(await stopping(db, machine)) }
    case 'user-change-files': {
      for (const { path, to } of intent.files) if (to !== null) requirePath(path)
      await requireBlobs(
        db,
        intent.files.flatMap(({ to }) => (to === null ? [] : [to])),
      )
      return {
        ...intent,
        known: await readFileEntries(
          db,
          sessionId,
          intent.files.map(({ path }) => path),
        ),
      }
    }
    default:
      return intent
  }
}

/** What only the writer knows of answers that an input stops. */
const stopping = async (db: Database, { live }: SessionMachine) => ({
  spent: live.spent(),
  // a picture that cannot be stored is no reason not to stop
  partials: await live.wholePartials((bytes) => putBlob(db, bytes, Date.now())).catch(() => live.partials()),
})

/**
 * The earlier content that the person wants to send again. Rejects with Refused if it does not exist, or would be
 * summarised again right away.
 */
function comingBack(db: Database, sessionId: string) {
  const source = historySource(db, sessionId)
  return {
    call: async (toolCallId: string, state: State) => {
      mayAdd(state)
      if ((state.summary?.loaded.length ?? 0) >= MAX_LOADED) throw refused('too-many-loaded', { n: MAX_LOADED })
      const found = await (await comeBack()).callThatComesBack(toolCallId, state.head.seq, state, source)
      if (found === null) throw refused('tool-call-gone')
      if (found.size > (await comeBack()).freeRoom(state)) throw refused('no-room-in-context')
      return found
    },
    rows: async (count: number, state: State) => {
      mayAdd(state)
      const { rowsThatComeBack, freeRoom } = await comeBack()
      const back = await rowsThatComeBack(count, state.head.seq, freeRoom(state), state, source)
      if (back === null) throw refused('no-room-in-context')
      return back
    },
  }
}
/** A request that is repeated after a crash must be the same request. */
const mayAdd = ({ head }: State): void => {
  if (head.live.length > 0) throw refused('model-answering')
}
const attaching = () => import('./place-attached.ts')
const comeBack = () => import('../../effects/context/come-back.ts')

/** Estimated tokens of the rows that come back when the summary up to `cutAt` is undone. */
async function sizeOfReturn(db: Database, sessionId: string, { head, summary }: State, cutAt: number): Promise<number> {
  const rows = await messagesAfter(db, sessionId, summary?.before?.cutAt ?? 0, head.seq)
  return sizeOfMessages(shortened(rows, head.pruned).filter(({ seq }) => seq <= cutAt))
}

/**
 * What the edited arguments need a word for: they are the person's own, so that editing them gives it. undefined: it
 * stays as it was.
 */
async function grantFor(
  { messages }: State,
  { toolCallId, args }: Extract<UserIntent, { type: 'user-decide-tool-call' }>,
): Promise<string | null | undefined> {
  const calls = messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []))
  const tool = ALL_TOOLS.find(({ name }) => name === calls.find(({ id }) => id === toolCallId)?.name)
  if (tool?.grantFor === undefined) return undefined
  const { parseArguments } = await import('../../tools/validate.ts')
  const parsed = parseArguments(tool, args ?? '')
  return parsed.problem === undefined ? tool.grantFor(parsed.args) : undefined
}

async function requireBlobs(db: Database, shas: string[]): Promise<void> {
  if (shas.length === 0) return
  if ((await missingBlobs(db, shas)).length > 0) throw refused('attached-not-stored')
}
