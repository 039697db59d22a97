import { gunzipSync, gzipSync } from 'fflate'
import { bytesOfInput, CommandError, type Context, command, done, doneBytes } from './command.ts'

/** `gzip`, `gunzip` and `zcat` over files and pipes. */

type Options = { unpack: boolean; toOutput: boolean; keep: boolean }

const HELP = 'Usage: gzip [-cdkf] [FILE...]  (without a file: from input to output)\n'

async function run(args: string[], context: Context, given: Options) {
  const options = { ...given }
  const names: string[] = []
  for (const arg of args) {
    if (arg === '--help') return done(HELP)
    if (!/^-[a-z0-9]+$/i.test(arg)) {
      if (arg !== '-') names.push(arg)
      continue
    }
    if (/[^cdkfvn1-9]/.test(arg.slice(1))) throw new CommandError(`${arg}: no such option. ${HELP.trimEnd()}`)
    options.unpack ||= arg.includes('d')
    options.toOutput ||= arg.includes('c')
    options.keep ||= arg.includes('k')
  }
  const work = options.unpack ? unpacked : (bytes: Uint8Array) => gzipSync(bytes)
  if (names.length === 0) return doneBytes(work(bytesOfInput(context)))
  const { fs, cwd } = context
  const parts: Uint8Array[] = []
  for (const name of names) {
    const path = fs.resolvePath(cwd, name)
    const bytes = work(await fs.readFileBuffer(path))
    if (options.toOutput) {
      parts.push(bytes)
      continue
    }
    if (options.unpack && !/\.(gz|tgz)$/.test(path)) throw new CommandError(`${name}: unknown suffix`)
    await fs.writeFile(options.unpack ? path.replace(/\.gz$/, '').replace(/\.tgz$/, '.tar') : `${path}.gz`, bytes)
    if (!options.keep) await fs.rm(path)
  }
  return parts.length === 0 ? done() : doneBytes(joined(parts))
}

/** Most unpacked bytes: they may be a thousand times the packed bytes. */
const MOST = 256 * 1024 * 1024

export function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) throw new CommandError('not in gzip format')
  // the last four bytes state the size, so a bomb is refused before unpacking
  const tail = new DataView(bytes.buffer, bytes.byteOffset + bytes.length - 4, 4)
  if (tail.getUint32(0, true) > MOST) throw new CommandError(`it unpacks to more than ${MOST} bytes`)
  return gunzipSync(bytes)
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const plain: Options = { unpack: false, toOutput: false, keep: false }
export const gzip = command('gzip', (args, context) => run(args, context, plain))
export const gunzip = command('gunzip', (args, context) => run(args, context, { ...plain, unpack: true }))
export const zcat = command('zcat', (args, context) => run(args, context, { unpack: true, toOutput: true, keep: true }))
