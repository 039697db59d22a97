import * as z from 'zod/mini'
import { ABOUT_CODE } from '../code/about-code.ts'
import { changesOfCode } from '../code/code-files.ts'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { stageChanges, watchDisk } from '../disk/stage-changes.ts'
import { PACKAGE_GRANT, packagesIn } from '../python/package-names.ts'
import { pictureBlocks } from '../python/picture-blocks.ts'
import { clip } from '../text-bytes.ts'
import type { FileChange, ToolContext } from '../tool.ts'
import { originGrant, pushGrant } from '../web/origin-grant.ts'
import { SHELL_DISK, SHELL_ROOT } from './shell-port.ts'
import { addressOf, needsRemote, pushes } from './web-address.ts'

const LIMIT = 30_000
const LONGEST = 240_000
/** Characters of a repository's address: a grant has no room for a longer one. */
const MOST_OF_ADDRESS = 280

export const runShell = defineTool({
  name: 'run_shell',
  label: 'Run command',
  description:
    `Runs a bash command line in ${SHELL_ROOT}, the workspace: the usual commands (grep, awk, jq, find, xargs, diff …), ` +
    'tar, zip, gzip, sqlite3, git, js (node), python3, and curl for one address that is written out in the command. ' +
    'File changes are saved together at the end, whatever the exit code. The current folder is kept.',
  about: ABOUT_CODE,
  parameters: z.strictObject({
    command: z.string().check(z.minLength(1), z.maxLength(500_000), z.describe('A line or a script.')),
    timeout_ms: z
      .optional(z.int().check(z.minimum(100), z.maximum(LONGEST)))
      .check(z.describe('Milliseconds until it is stopped.')),
    git_remote: z
      .optional(z.string().check(z.maxLength(MOST_OF_ADDRESS), z.regex(/^https?:\/\//)))
      .check(z.describe('For git push, fetch.')),
  }),
  // the person decides about an address: git takes it from the repository
  prepareArguments: async (args, context) => {
    const { command, git_remote } = args
    const files = context?.files
    if (files === undefined || typeof command !== 'string' || git_remote !== undefined) return args
    if (!needsRemote(command)) return args
    const { remoteOf } = await import('./git-remote.ts')
    const remote = await remoteOf(files)
    return remote === null ? args : { ...args, git_remote: remote }
  },
  // There is no effect until the file changes are committed with the result.
  repeat: 'pure',
  approval: 'allow',
  sequential: true,
  timeLimit: DEFAULT_TIME_LIMIT,
  grantFor: (args) => {
    const { command } = args
    const address = addressOf(args)
    if (address !== null && !URL.canParse(address)) return null
    if (address !== null && pushes(command)) return pushGrant(short(address))
    if (address !== null) return originGrant(new URL(address).origin)
    return packagesOf(command).length > 0 ? PACKAGE_GRANT : null
  },
  sends: (args) => ({ address: addressOf(args) ?? '' }),
  run: async (args, context) => {
    const { command, timeout_ms: timeLimit = LIMIT } = args
    const { files, signal, runShell: run, calledAt = Date.now() } = context
    if (!run) throw new Error('There is no shell here.')
    const list = await files.list()
    const seen = new Map(list.map(({ path, blob }) => [path, blob]))
    const { answerShell } = await import('./answer-shell.ts')
    const ended = new AbortController()
    /** Hosts to which commits were sent. */
    const pushed = new Set<string>()
    const drawn: Uint8Array<ArrayBuffer>[] = []
    const folder = context.disk && watchDisk(context.disk)
    const answer = answerShell(
      { ...context, disk: folder, signal: AbortSignal.any([signal, ended.signal]) },
      {
        blobs: seen,
        address: addressOf(args),
        onPictures: (pictures) => drawn.push(...pictures),
        onPush: (host) => pushed.add(host),
      },
    )
    const cwd = lastFolder(context)
    const disk = await diskFor(command, cwd, context)
    const listed = list.map(({ path, size }) => ({ path, size }))
    const job = { command, cwd, files: listed, disk: disk.paths, timeLimit, calledAt }
    // a command's requests end with it
    const outcome = await run(job, { answer, signal }).finally(() => ended.abort())
    if (!outcome.ok)
      return {
        content: [{ type: 'text', text: [outcome.error, 'No file was changed.', ...mayBeThere(pushed)].join('\n') }],
        isError: true,
      }
    signal.throwIfAborted()
    const staged = await stageChanges(outcome.changes, folder)
    const changes = await changesOfCode(files, seen, staged.changes)
    const heading = headingOf(outcome.exitCode, outcome.cwd)
    const output = outcome.output.trimEnd()
    const text = [
      heading,
      output === '' ? '(no output)' : output,
      ...disk.notes,
      ...changed(changes),
      ...notes(staged.note),
    ].join('\n')
    return {
      content: [{ type: 'text', text }, ...(await pictureBlocks(drawn.slice(0, MOST_PICTURES), files))],
      details: { shape: 'code', language: '', text: clip(text, 8000) },
      ...(changes.length > 0 ? { files: changes } : {}),
    }
  },
})

const notes = (note: string): string[] => (note === '' ? [] : [note])

/** For commands that were stopped after they had sent something. */
const mayBeThere = (hosts: ReadonlySet<string>): string[] =>
  hosts.size === 0 ? [] : [`Commits were sent to ${[...hosts].join(', ')} and may be there: git fetch shows it.`]

function short(address: string): string {
  if (address.length > MOST_OF_ADDRESS) throw new Error('The address of the repository is too long.')
  return address
}

const NAMED = 50
/** Most pictures that Python may draw. */
const MOST_PICTURES = 12

function changed(files: readonly FileChange[]): string[] {
  if (files.length === 0) return []
  const lines = files
    .slice(0, NAMED)
    .map(({ path, from, to }) => `${to === null ? 'deleted' : from === null ? 'created' : 'changed'} ${path}`)
  return ['[Files saved:', ...lines, ...(files.length > NAMED ? [`and ${files.length - NAMED} more`] : []), ']']
}

const NO_DISK = { paths: null, notes: [] }

/** Files of the linked folder, for a command that names it or starts in it. */
async function diskFor(
  command: string,
  cwd: string,
  { disk, signal, progress }: ToolContext,
): Promise<{ paths: string[] | null; notes: string[] }> {
  const isNamed = command.includes(SHELL_DISK) || cwd === SHELL_DISK || cwd.startsWith(`${SHELL_DISK}/`)
  return disk === undefined || !isNamed ? NO_DISK : await disk.list(signal, progress)
}

/** Python packages that code in the command itself imports. */
const packagesOf = (command: string): string[] =>
  /\bpython3?\b/.test(command) ? packagesIn(command.replaceAll(/["';]/g, '\n')) : []

/** The first line of a result, which a later call parses. */
const headingOf = (exitCode: number, cwd: string): string => `[Exit code ${exitCode}. Folder: ${cwd}]`

/** The folder in which the previous command ended. */
function lastFolder({ lastResult }: ToolContext): string {
  const folder = /^\[Exit code \d+\. Folder: (\/[^\n]*)\]/.exec(lastResult?.('run_shell') ?? '')?.[1]
  return folder ?? SHELL_ROOT
}
