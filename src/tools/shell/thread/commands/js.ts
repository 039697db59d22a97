import type { Command } from 'just-bash/browser'
import { SHELL_ROOT, type ShellCodeFile } from '../../shell-port.ts'
import type { Outside } from '../outside.ts'
import { CommandError, type Context, command, done, textOfInput } from './command.ts'

/** Bytes of files that code gets; the others it can list and not read. */
const HANDED_IN = 20 * 1024 * 1024

/** `js FILE` or `js -e CODE`: JavaScript in the sandbox of `run_javascript`, over the files of the workspace. */
export const js = (outside: Outside, name = 'js'): Command =>
  command(name, async (args, context) => {
    const code = await codeOf(args, context)
    const files = await filesOf(context, code)
    const { ok, output, value, changes } = await outside({ name: 'js', code, files })
    const printed = output === '' || output.endsWith('\n') ? output : `${output}\n`
    if (!ok) return done(printed, `${value}\n`, 1)
    for (const { path, bytes } of changes) {
      const full = `${SHELL_ROOT}/${path}`
      if (bytes === null) await context.fs.rm(full, { force: true })
      else {
        await context.fs.mkdir(full.slice(0, full.lastIndexOf('/')), { recursive: true })
        await context.fs.writeFile(full, bytes)
      }
    }
    return done(args[0] === '-p' && value !== '' ? `${printed}${value}\n` : printed)
  })

async function codeOf(args: readonly string[], context: Context): Promise<string> {
  const [first, second] = args
  if (first === '-e' || first === '-p' || first === '--eval') {
    if (second === undefined) throw new CommandError('-e needs code')
    return second
  }
  if (first === undefined || first === '-') return textOfInput(context)
  return await context.fs.readFile(context.fs.resolvePath(context.cwd, first))
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
