import type { UserInput } from '../../agent/input.ts'
import type { State } from '../../agent/state.ts'
import { missingBlobs } from '../../storage/blobs.ts'
import { readFileEntries } from '../../storage/files.ts'
import type { Database } from '../../storage/schema.ts'
import { ALL_TOOLS } from '../../tools/all-tools.ts'
import { Refused } from '../refused.ts'
import { requirePath } from '../require-path.ts'
import type { SessionMachine } from './session-machine.ts'

/**
 * Adds to a person's input what only the writer knows: text received so far, the file entries it builds on. Whatever a page claimed of
 * these is dropped. Rejects with Refused when it names what does not exist.
 */
export async function completeInput(
  db: Database,
  sessionId: string,
  input: UserInput,
  machine: SessionMachine,
): Promise<UserInput> {
  switch (input.type) {
    case 'user-send-message': {
      await requireBlobs(
        db,
        input.content.flatMap((block) => (block.type === 'image' ? [block.blob] : [])),
      )
      return { ...input, partials: machine.live.partials() }
    }
    case 'user-decide-tool-call': {
      const { grant: _claimed, ...decision } = input
      const grant = decision.args === undefined ? undefined : await grantFor(machine.state(), decision)
      return grant === undefined ? decision : { ...decision, grant }
    }
    case 'user-abort':
    case 'user-delete-session':
      return { ...input, partials: machine.live.partials() }
    case 'user-change-files': {
      for (const { path, to } of input.files) if (to !== null) requirePath(path)
      await requireBlobs(
        db,
        input.files.flatMap(({ to }) => (to === null ? [] : [to])),
      )
      return {
        ...input,
        known: await readFileEntries(
          db,
          sessionId,
          input.files.map(({ path }) => path),
        ),
      }
    }
    default:
      return input
  }
}

/** What the edited arguments need a word for: they are the person's own, so that editing them gives it. undefined: it stays as it was. */
async function grantFor(
  { messages }: State,
  { toolCallId, args }: Extract<UserInput, { type: 'user-decide-tool-call' }>,
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
  if ((await missingBlobs(db, shas)).length > 0) throw new Refused('An attached file was not stored. Attach it again.')
}
