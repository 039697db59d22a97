import type { Command } from 'just-bash/browser'
import { SHELL_ROOT, type ShellCodeFile } from '../../shell-port.ts'
import type { Outside } from '../outside.ts'
import { CommandError, type Context, command, done, textOfInput } from './command.ts'

/** Bytes of files that code gets; the others it can list and not read. */
const HANDED_IN = 20 * 1024 * 1024

/**
 * `js FILE` or `js -e CODE`: JavaScript or TypeScript in the sandbox of `run_javascript`, over the files of the workspace. Tests that fail are an
 * exit code of 1.
 */
export const js = (outside: Outside, name = 'js'): Command =>
  command(name, async (args, context) => {
    const { code, path } = await codeOf(args, context)
    const files = await filesOf(context, code)
    const { ok, output, value, summary, changes } = await outside({ name: 'js', code, path, files })
    const printed = line(output)
    if (!ok && summary === '') return done(printed, line(value), 1)
    for (const { path, bytes } of changes) {
      const full = `${SHELL_ROOT}/${path}`
      if (bytes === null) await context.fs.rm(full, { force: true })
      else {
        await context.fs.mkdir(full.slice(0, full.lastIndexOf('/')), { recursive: true })
        await context.fs.writeFile(full, bytes)
      }
    }
    return done(printed + (args[0] === '-p' ? line(value) : '') + line(summary), '', ok ? 0 : 1)
  })

const line = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** `path`: code that is no file of the workspace imports as if it lay in the current folder. */
async function codeOf(args: readonly string[], context: Context): Promise<{ code: string; path: string }> {
  const inWorkspace = (full: string): string | null =>
    full.startsWith(`${SHELL_ROOT}/`) ? full.slice(SHELL_ROOT.length + 1) : null
  const here = inWorkspace(context.fs.resolvePath(context.cwd, 'code.js')) ?? 'code.js'
  const [first, second] = args
  if (first === '-e' || first === '-p' || first === '--eval') {
    if (second === undefined) throw new CommandError('-e needs code')
    return { code: second, path: here }
  }
  if (first === undefined || first === '-') return { code: textOfInput(context), path: here }
  const full = context.fs.resolvePath(context.cwd, first)
  return { code: await context.fs.readFile(full), path: inWorkspace(full) ?? here }
}

/** What the code names first, then the smallest. */
async function filesOf({ fs }: Context, code: string): Promise<ShellCodeFile[]> {
  const files: { path: string; full: string; size: number }[] = []
  for (const full of fs.getAllPaths()) {
    if (!full.startsWith(`${SHELL_ROOT}/`)) continue
    const stat = await fs.lstat(full)
    if (stat.isFile) files.push({ path: full.slice(SHELL_ROOT.length + 1), full, size: stat.size })
  }
  const named = ({ path }: { path: string }): number => (code.includes(path) ? 0 : 1)
  files.sort((a, b) => named(a) - named(b) || a.size - b.size)
  let left = HANDED_IN
  const given: ShellCodeFile[] = []
  for (const { path, full, size } of files) {
    const bytes = size <= left ? new Uint8Array(await fs.readFileBuffer(full)) : null
    left -= bytes?.length ?? 0
    given.push({ path, size: bytes?.length ?? size, bytes })
  }
  return given.sort((a, b) => (a.path < b.path ? -1 : 1))
}
