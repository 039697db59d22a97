import type { Command } from 'just-bash/browser'
import type { Outside } from '../outside.ts'
import { CommandError, command, done, doneBytes } from './command.ts'

/** Options about output style, without effect here. */
const IGNORED = /^(-[sSfLkgv#]+|--(silent|show-error|fail|location|compressed|no-progress-meter|progress-bar))$/
/** Options that would send data, which nobody approved. */
const SENDING = /^(-[dFXHTubAe].*|--(data.*|form|request|header|upload-file|user|cookie|user-agent|referer)(=.*)?)$/

/** `curl ADDRESS`: reads one address that the person allowed. It cannot send anything. */
export const curl = (outside: Outside): Command =>
  command('curl', async (args, { fs, cwd }) => {
    let url = ''
    let file: string | null = null
    let remoteName = false
    for (let at = 0; at < args.length; at++) {
      const arg = args[at] ?? ''
      if (arg === '-o' || arg === '--output') file = args[++at] ?? ''
      else if (arg === '-O' || arg === '--remote-name') remoteName = true
      else if (/^-[sSfL]*O$/.test(arg)) remoteName = true
      else if (/^-[sSfL]*o$/.test(arg)) file = args[++at] ?? ''
      else if (SENDING.test(arg)) throw new CommandError(`${arg}: this curl only reads addresses; it sends nothing`, 2)
      else if (IGNORED.test(arg)) continue
      else if (arg.startsWith('-'))
        throw new CommandError(`${arg}: no such option here. There are -o, -O, -s, -f, -L`, 2)
      else if (url === '') url = arg
      else throw new CommandError('one address at a time', 2)
    }
    if (url === '') throw new CommandError('no address', 2)
    const { status, bytes } = await outside({ name: 'get', url })
    if (status >= 400) throw new CommandError(`(22) The server answered ${status}`, 22)
    if (remoteName) file ??= new URL(url).pathname.split('/').pop() || 'index.html'
    if (file === null) return doneBytes(bytes)
    await fs.writeFile(fs.resolvePath(cwd, file), bytes)
    return done()
  })
