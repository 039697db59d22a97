import type { Random } from './random.ts'

/**
 * What the scripted model is to do. Every message of the person carries a little program of rounds; a round is a list
 * of steps that are called together. The model reads from the conversation alone which steps have been called, so that
 * the same request asked again gets the same answer, however often and by whomever it was interrupted.
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

/** Whether nothing was left out of a text, so it has all its programs as they were written. */
export const isWhole = (text: string): boolean => !/(characters|messages) left out …\]/.test(text)

/** What the model says next. `calls` empty: it has done everything, and says for which messages. */
export type Turn = { text: string; calls: Step[] }

/** What is known of a conversation: by what was said and called, or by a summary that stands for it. */
export type Known = {
  programs: Program[]
  called: Set<string> /** Messages of which everything is done. */
  finished: string[]
}

/**
 * `called`: ids of the calls in the conversation, `texts`: what the person said, in order; a summary may be among them.
 */
export function knownFrom(texts: readonly string[], called: Iterable<string>): Known {
  const known: Known = { programs: [], called: new Set(called), finished: [] }
  for (const text of texts) {
    for (const id of listIn(text, CALLED)) known.called.add(id)
    for (const id of listIn(text, FINISHED)) if (!known.finished.includes(id)) known.finished.push(id)
  }
  const names = new Set(known.finished)
  for (const program of texts.flatMap(programsIn)) {
    if (names.has(program.messageId)) continue
    names.add(program.messageId)
    known.programs.push(program)
  }
  return known
}

export function nextTurn({ programs, called, finished }: Known): Turn {
  for (const { messageId, rounds } of programs)
    for (const round of rounds) {
      const calls = round.filter(({ id }) => !called.has(id))
      if (calls.length > 0)
        return { text: `Now ${calls.map(({ id }) => id).join(', ')} for ${messageId}.`, calls: calls.map(asCalled) }
    }
  return { text: `${DONE}${[...finished, ...programs.map(({ messageId }) => messageId)].join(' ')}.`, calls: [] }
}

/** A helper's program becomes its task: one program cannot be written inside another. */
const asCalled = ({ args: { program, ...args }, ...step }: Step): Step => ({
  ...step,
  args: program === undefined ? args : { ...args, task: textOf(program as Program) },
})

const CALLED = '«called '
const FINISHED = '«finished '
const listIn = (text: string, open: string): string[] =>
  text
    .split(open)
    .slice(1)
    .flatMap((rest) => rest.slice(0, rest.indexOf(CLOSE)).split(' ').filter(Boolean))

/**
 * What the scripted model writes as a summary: all that it needs to go on. `text`: the conversation as the summariser
 * is given it, with the summary before. Steps are known by their ids, which stand in the arguments of their calls.
 */
export function summaryOf(text: string): string {
  const called = [...text.matchAll(/^\[Tool call \S+ \w+ (.*)$/gm)].flatMap(([, args = '']) => STEP.exec(args) ?? [])
  const { programs, ...known } = knownFrom([text], called)
  const isDone = ({ rounds }: Program): boolean => rounds.flat().every(({ id }) => known.called.has(id))
  const open = programs.filter((program) => !isDone(program))
  const begun = open.flatMap(({ rounds }) => rounds.flat()).flatMap(({ id }) => (known.called.has(id) ? [id] : []))
  const finished = [...known.finished, ...programs.filter(isDone).map(({ messageId }) => messageId)]
  return [
    '## Done',
    `${FINISHED}${finished.join(' ')}${CLOSE}`,
    `${CALLED}${begun.join(' ')}${CLOSE}`,
    '## Open',
    ...open.map((program) => `${OPEN}${JSON.stringify(program)}${CLOSE}`),
  ].join('\n')
}
const STEP = /s\d+n\d+m\d+x\d+x\d+/

const DONE = 'All done: '

/** The messages that a final answer speaks of; null: it is none. */
export function doneIn(text: string): string[] | null {
  const at = text.lastIndexOf(DONE)
  if (at === -1) return null
  const list = text.slice(at + DONE.length).replace(/\..*$/s, '')
  return list === '' ? [] : list.split(' ')
}

/**
 * `folder`: the session is linked to a folder on disk. `traced`: every call carries its step's id in its arguments, and
 * a program is short, so that a summariser who is shown a part of the conversation is shown it whole.
 */
export type ProgramContext = {
  random: Random
  session: string
  messageId: string
  server: string
  folder: boolean
  traced: boolean
}

const ACTS = { test_look: 3, test_put: 3, test_pay: 3, test_pay_asked: 1.5, test_put_in_order: 1 } as const
const CODE = { run_shell: 1.5, run_python: 0.15 } as const
const TRACED_FILES = { write_file: 3, edit_file: 2, read_file: 0, delete_file: 0, list_files: 0, ...CODE } as const
const FILES = { write_file: 3, edit_file: 2, read_file: 1, delete_file: 0.5, list_files: 0.5, ...CODE } as const

/** A program of a few rounds over all kinds of tools. */
export function makeProgram({ random, session, messageId, server, folder, traced }: ProgramContext): Program {
  const rounds = random.between(0, traced ? 2 : 3)
  return {
    messageId,
    rounds: Array.from({ length: rounds }, (_, round) =>
      Array.from({ length: Number(random.weighted({ 1: 4, 2: 3, 3: 2, 5: traced ? 0 : 1 })) }, (__, n) =>
        makeStep(random, { id: `${messageId}x${round}x${n}`, session, server, folder, traced }),
      ),
    ),
  }
}

/**
 * The session that acts of a helper name: the step that it was begun with, in a form that is no message of a session.
 */
const helperName = (step: string): string => `h${step.replaceAll('m', '-')}`
/** The name of a helper by its task; null: it is no helper of these programs. */
export const helperNamed = (task: string): string | null => programsIn(task)[0]?.messageId ?? null

/**
 * Hands a little program to a helper: acts that may be repeated, and files that others change, too. Its title is its
 * step, by which a summariser finds it.
 */
export function delegateStep(random: Random, { id, server }: { id: string; server: string }): Step {
  const messageId = helperName(id)
  const rounds = Array.from({ length: random.between(1, 2) }, (_, round) =>
    Array.from({ length: random.between(1, 3) }, (__, n): Step => {
      const step = `${messageId}x${round}x${n}`
      if (random.chance(0.4)) return fileStep(random, step, true)
      const wait = (): number => (random.chance(0.4) ? random.between(20, 600) : 0)
      const tool = random.pick(['test_look', 'test_put', 'test_pay'] as const)
      return { id: step, tool, args: { server, session: messageId, step, before: wait(), after: wait() } }
    }),
  )
  return { id, tool: 'delegate', args: { title: id, program: { messageId, rounds } } }
}

function makeStep(
  random: Random,
  { id, session, server, folder, traced }: Omit<ProgramContext, 'random' | 'messageId'> & { id: string },
): Step {
  const kind = random.weighted({ act: 10, file: 4, disk: folder ? 3 : 0, wait: traced ? 0 : 0.7, ask: 0.7, wrong: 0.4 })
  if (kind === 'disk') return { id, tool: 'disk_write', args: { path: diskPath(id), version: 'new', content: id } }
  if (kind === 'wait') return { id, tool: 'test_wait', args: { ms: random.between(0, 1500) } }
  if (kind === 'ask') return { id, tool: 'test_ask', args: { text: `May I go on with ${id}?` } }
  if (kind === 'wrong')
    return random.pick([
      { id, tool: 'no_such_tool', args: { step: id } },
      { id, tool: 'test_pay', args: { step: id, server: 'http://example.org', session } },
    ])
  if (kind === 'file') return fileStep(random, id, traced)
  const slow = (): number => (random.chance(0.4) ? random.between(20, 900) : 0)
  const before = random.chance(0.02) ? 4500 : slow()
  return { id, tool: random.weighted(ACTS), args: { server, session, step: id, before, after: slow() } }
}

/** Each file on disk is written by one step alone, with its id as its text. */
export const diskPath = (id: string): string => `out/${id}.md`

/** Code appends its step to a file of its own: a run whose change came twice is seen. */
export const logPath = (id: string): string => `log/${id}.txt`
const inShell = (id: string, path: string): string =>
  `mkdir -p log notes; echo ${id} >> ${path}; sleep 0.2; echo ${id} >> ${logPath(id)}; cat log/*.txt | wc -l`
const inPython = (id: string): string =>
  `import os, time\nos.makedirs('log', exist_ok=True)\ntime.sleep(0.2)\nopen('${logPath(id)}', 'a').write('${id}\\n')`

/** Few files, so that changes meet; an edit that finds nothing ends in words, which is fine. */
function fileStep(random: Random, id: string, traced: boolean): Step {
  const path = `notes/${random.pick(['a', 'b', 'c'])}.md`
  const tool = random.weighted(traced ? TRACED_FILES : FILES)
  if (tool === 'write_file')
    return {
      id,
      tool,
      args: { path, content: `${id}\nmark\n${'x'.repeat(random.chance(0.2) && !traced ? 20_000 : 40)}\n` },
    }
  // two that append to one file meet as any others do
  if (tool === 'run_shell') return { id, tool, args: { command: inShell(id, path) } }
  if (tool === 'run_python') return { id, tool, args: { code: inPython(id) } }
  if (tool === 'edit_file') return { id, tool, args: { path, old_text: 'mark', new_text: `${id} mark` } }
  return { id, tool, args: tool === 'list_files' ? {} : { path } }
}
