import type { Command } from 'just-bash/browser'
import type { Outside } from '../outside.ts'
import { CommandError, type Context, command, done, textOfInput } from './command.ts'
import { filesFor, inWorkspace, takeOver } from './handed-in.ts'

/** Bytes of files passed to code; it can list the others, but not read them. */
const HANDED_IN = 20 * 1024 * 1024

/**
 * `js FILE` or `js -e CODE`: JavaScript or TypeScript in the sandbox of `run_javascript`, over the workspace files.
 * Failed tests give exit code 1.
 */
export const js = (outside: Outside, name = 'js'): Command =>
  command(name, async (args, context) => {
    const { code, path } = await codeOf(args, context)
    const files = await filesFor(context, code, HANDED_IN)
    const { ok, output, value, summary, changes } = await outside({ name: 'js', code, path, files })
    const printed = line(output)
    if (!ok && summary === '') return done(printed, line(value), 1)
    await takeOver(context, changes)
    return done(printed + (args[0] === '-p' ? line(value) : '') + line(summary), '', ok ? 0 : 1)
  })

const line = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** `path`: code that is not in a workspace file imports as if it were in the current folder. */
async function codeOf(args: readonly string[], context: Context): Promise<{ code: string; path: string }> {
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
