import { Bash } from 'just-bash/browser'
import { type FromShell, MAX_SHELL_CHANGES, MAX_SHELL_OUTPUT } from '../shell-messages.ts'
import { SHELL_ROOT, type ShellJob } from '../shell-port.ts'
import { allCommands } from './commands/all-commands.ts'
import type { Outside } from './outside.ts'
import { WorkspaceFs } from './workspace-fs.ts'

const MB = 1024 * 1024
/** In addition to the time limit, which kills the thread. */
const LIMITS = {
  maxFileSystemBytes: 256 * MB,
  maxLiveBytes: 128 * MB,
  maxInputBytes: 256 * MB,
  maxStringLength: 64 * MB,
  maxArchiveBytes: 256 * MB,
  maxOutputSize: 4 * MB,
  maxCommandCount: 200_000,
  maxLoopIterations: 200_000,
}

/** Runs one command line and returns how it ended. Never rejects. */
export async function runCommand(job: ShellJob, outside: Outside): Promise<FromShell> {
  try {
    const fs = new WorkspaceFs(job.files, async (path) => (await outside({ name: 'read', path })).bytes)
    if (job.disk) fs.mountDisk(job.disk, async (path) => (await outside({ name: 'disk', path })).bytes)
    const cwd = (await isFolder(fs, job.cwd)) ? job.cwd : SHELL_ROOT
    const bash = new Bash({
      fs,
      cwd,
      env: { HOME: SHELL_ROOT, USER: 'reflexor' },
      customCommands: allCommands(outside, job.calledAt),
      executionLimits: LIMITS,
    })
    const { stdout, stderr, exitCode, env } = await bash.exec(job.command)
    const changes = await fs.changes()
    if (changes.length > MAX_SHELL_CHANGES) {
      const error = `The command changed ${changes.length} files; at most ${MAX_SHELL_CHANGES} can be saved at a time.`
      return { type: 'failed', error }
    }
    const printed = [stdout, stderr].filter((text) => text !== '').join(endsLine(stdout) ? '' : '\n')
    const output = clipped(printed) + refusals(fs.refused)
    return { type: 'done', exitCode, output, cwd: env['PWD'] ?? cwd, changes }
  } catch (error) {
    return { type: 'failed', error: (error instanceof Error ? error.message : String(error)).slice(0, 4000) }
  }
}

/** A note about files on the person's disk that were to be deleted. */
function refusals(refused: ReadonlySet<string>): string {
  const [first] = refused
  if (first === undefined) return ''
  const more = refused.size > 1 ? ` and ${refused.size - 1} more` : ''
  return `\n[Nothing is deleted on /disk here: ${first.slice(0, 200)}${more} stayed. disk_delete deletes: the person is asked.]`
}

const isFolder = async (fs: WorkspaceFs, path: string): Promise<boolean> =>
  (await fs.exists(path)) && (await fs.stat(path)).isDirectory

const endsLine = (text: string): boolean => text === '' || text.endsWith('\n')

const clipped = (text: string): string =>
  text.length > MAX_SHELL_OUTPUT ? `${text.slice(0, MAX_SHELL_OUTPUT)}\n[The rest of the output was dropped.]` : text
