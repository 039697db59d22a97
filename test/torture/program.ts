import type { Random } from './random.ts'

/**
 * What the scripted model is to do. Every message of the person carries a little program of rounds; a round is a list of steps that are
 * called together. The model reads from the conversation alone which steps have been called, so that the same request asked again gets
 * the same answer, however often and by whomever it was interrupted.
 */

type Step = {
  /** Unique; also the provider's id of the call. */
  id: string
  tool: string
  args: Record<string, unknown>
}
export type Program = { messageId: string; rounds: Step[][] }

const OPEN = '«program '
const CLOSE = '»'

/** The text of a message: readable words and the program. */
export const textOf = (program: Program): string =>
  `Please carry out ${program.messageId}. ${OPEN}${JSON.stringify(program)}${CLOSE}`

/** All programs that stand in a text, in order. Neighbouring messages may have been merged into one. */
export function programsIn(text: string): Program[] {
  const found: Program[] = []
  for (let at = text.indexOf(OPEN); at !== -1; at = text.indexOf(OPEN, at + 1)) {
    const end = text.indexOf(CLOSE, at)
    if (end === -1) break
    found.push(JSON.parse(text.slice(at + OPEN.length, end)) as Program)
  }
  return found
}

/** What the model says next. `calls` empty: it has done everything, and says for which messages. */
export type Turn = { text: string; calls: Step[] }

/** `called`: ids of the calls in the conversation, `texts`: what the person said, in order. */
export function nextTurn(texts: readonly string[], called: ReadonlySet<string>): Turn {
  const programs = texts.flatMap(programsIn)
  for (const { messageId, rounds } of programs)
    for (const round of rounds) {
      const calls = round.filter(({ id }) => !called.has(id))
      if (calls.length > 0) return { text: `Now ${calls.map(({ id }) => id).join(', ')} for ${messageId}.`, calls }
    }
  return { text: `${DONE}${programs.map(({ messageId }) => messageId).join(' ')}.`, calls: [] }
}

const DONE = 'All done: '

/** The messages that a final answer speaks of; null: it is none. */
export function doneIn(text: string): string[] | null {
  const at = text.lastIndexOf(DONE)
  if (at === -1) return null
  const list = text.slice(at + DONE.length).replace(/\..*$/s, '')
  return list === '' ? [] : list.split(' ')
}

/** `folder`: the session is linked to a folder on disk. */
export type ProgramContext = { random: Random; session: string; messageId: string; server: string; folder: boolean }

const ACTS = { test_look: 3, test_put: 3, test_pay: 3, test_pay_asked: 1.5, test_put_in_order: 1 } as const
const FILES = { write_file: 3, edit_file: 2, read_file: 1, delete_file: 0.5, list_files: 0.5 } as const

/** A program of a few rounds over all kinds of tools. */
export function makeProgram({ random, session, messageId, server, folder }: ProgramContext): Program {
  const rounds = random.between(0, 3)
  return {
    messageId,
    rounds: Array.from({ length: rounds }, (_, round) =>
      Array.from({ length: Number(random.weighted({ 1: 4, 2: 3, 3: 2, 5: 1 })) }, (__, n) =>
        makeStep(random, { id: `${messageId}x${round}x${n}`, session, server, folder }),
      ),
    ),
  }
}

function makeStep(
  random: Random,
  { id, session, server, folder }: { id: string; session: string; server: string; folder: boolean },
): Step {
  const kind = random.weighted({ act: 10, file: 4, disk: folder ? 3 : 0, wait: 0.7, ask: 0.7, wrong: 0.4 })
  if (kind === 'disk') return { id, tool: 'disk_write', args: { path: diskPath(id), version: 'new', content: id } }
  if (kind === 'wait') return { id, tool: 'test_wait', args: { ms: random.between(0, 1500) } }
  if (kind === 'ask') return { id, tool: 'test_ask', args: { text: `May I go on with ${id}?` } }
  if (kind === 'wrong')
    return random.pick([
      { id, tool: 'no_such_tool', args: { step: id } },
      { id, tool: 'test_pay', args: { step: id, server: 'http://example.org', session } },
    ])
  if (kind === 'file') return fileStep(random, id)
  const slow = (): number => (random.chance(0.4) ? random.between(20, 900) : 0)
  const before = random.chance(0.02) ? 4500 : slow()
  return { id, tool: random.weighted(ACTS), args: { server, session, step: id, before, after: slow() } }
}

/** Each file on disk is written by one step alone, with its id as its text. */
export const diskPath = (id: string): string => `out/${id}.md`

/** Few files, so that changes meet; an edit that finds nothing ends in words, which is fine. */
function fileStep(random: Random, id: string): Step {
  const path = `notes/${random.pick(['a', 'b', 'c'])}.md`
  const tool = random.weighted(FILES)
  if (tool === 'write_file')
    return { id, tool, args: { path, content: `${id}\nmark\n${'x'.repeat(random.chance(0.2) ? 20_000 : 40)}\n` } }
  if (tool === 'edit_file') return { id, tool, args: { path, old_text: 'mark', new_text: `${id} mark` } }
  return { id, tool, args: tool === 'list_files' ? {} : { path } }
}
