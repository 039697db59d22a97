import type { Command } from 'just-bash/browser'
import { modulesIn, packagesIn } from '../../../python/package-names.ts'
import type { Outside } from '../outside.ts'
import { bytesOfInput, CommandError, type Context, command, done, doneBytes, textOfInput } from './command.ts'
import { filesFor, inWorkspace, takeOver } from './handed-in.ts'

/** Bytes of files passed to Python; it can list the others, but not read them. */
const HANDED_IN = 64 * 1024 * 1024
/** Most workspace modules that are searched for packages that they import. */
const MOST_MODULES = 200
const WITH_VALUE = new Set(['-X', '-W'])

type Program = { code: string; file: string; argv: string[]; path: string; stdin: Uint8Array<ArrayBuffer> }

/**
 * `python3 FILE`, `-c CODE`, `-m MODULE` or a program on stdin: Python as in `run_python`, over the shell's current
 * workspace files. Only packages that the person has allowed.
 */
export const python = (outside: Outside, name: string): Command =>
  command(name, async (args, context) => {
    if (args[0] === '--version' || args[0] === '-V') return done('Python 3.14\n')
    const cwd = inWorkspace(context.cwd) ?? ''
    const { code, ...program } = await programOf(args, context, cwd)
    const packages = await packagesFor(context, code, program.path)
    const files = await filesFor(context, code, HANDED_IN)
    const { stdout, stderr, exitCode, changes } = await outside({
      name: 'python',
      code,
      program: { ...program, cwd },
      packages,
      files,
    })
    await takeOver(context, changes)
    return { ...doneText(stdout), stderr, exitCode }
  })

/**
 * If errors are redirected, the shell counts binary bytes in two ways and stops the command. So text is passed as text.
 */
function doneText(stdout: Uint8Array): ReturnType<typeof done> {
  try {
    return done(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(stdout))
  } catch {
    // not text
    return doneBytes(stdout)
  }
}

async function programOf(args: readonly string[], context: Context, cwd: string): Promise<Program> {
  let at = 0
  while (/^-[^cm-]/.test(args[at] ?? '')) at += WITH_VALUE.has(args[at] ?? '') ? 2 : 1
  const [first, second, ...others] = args.slice(at)
  const stdin = bytesOfInput(context)
  if (first === '-c') {
    if (second === undefined) throw new CommandError('-c needs code', 2)
    return { code: second, file: '<string>', argv: ['-c', ...others], path: cwd, stdin }
  }
  if (first === '-m') {
    if (second === undefined) throw new CommandError('-m needs a module', 2)
    if (second === 'pip') throw new CommandError('there is no pip: packages are loaded when they are imported')
    const code = `import runpy\nrunpy.run_module(${JSON.stringify(second)}, run_name='__main__', alter_sys=True)\n`
    return { code, file: '<module>', argv: [second, ...others], path: cwd, stdin }
  }
  if (first === undefined || first === '-') {
    const argv = [first ?? '', ...args.slice(at + 1)]
    return { code: textOfInput(context), file: '<stdin>', argv, path: cwd, stdin: new Uint8Array() }
  }
  const full = context.fs.resolvePath(context.cwd, first)
  if (!(await context.fs.exists(full))) throw new CommandError(`can't open file '${first}': No such file`, 2)
  const inside = inWorkspace(full)
  const folder = inside === null ? cwd : inside.slice(0, Math.max(0, inside.lastIndexOf('/')))
  const argv = args.slice(at)
  return { code: await context.fs.readFile(full), file: first, argv, path: folder, stdin }
}

/** Known packages that the code needs, directly or through workspace modules that it imports. */
async function packagesFor({ fs, cwd }: Context, code: string, path: string): Promise<string[]> {
  const found = new Set<string>()
  const seen = new Set<string>()
  const waiting = [code]
  const folders = [fs.resolvePath('/workspace', path), cwd]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const own = new Set<string>()
    for (const name of [...modulesIn(next), ...ranModules(next)]) {
      const below = name.replaceAll('.', '/')
      for (const folder of folders)
        for (const full of [
          `${folder}/${below}.py`,
          `${folder}/${below}/__init__.py`,
          `${folder}/${below}/__main__.py`,
        ])
          if (await fs.exists(full)) {
            own.add(name.split('.')[0] ?? name)
            if (seen.has(full) || seen.size >= MOST_MODULES) continue
            seen.add(full)
            waiting.push(await fs.readFile(full))
          }
    }
    // a workspace module takes precedence over a package of its name
    for (const each of packagesIn(next, own)) found.add(each)
  }
  return [...found].sort()
}

const ranModules = (code: string): string[] =>
  [...code.matchAll(/^runpy\.run_module\("([\w.]+)"/gm)].map(([, name = '']) => name)
