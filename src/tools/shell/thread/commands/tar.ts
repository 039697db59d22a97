import { gzipSync } from 'fflate'
import { packTar, type TarEntry, unpackTar } from 'modern-tar'
import { bytesOfInput, CommandError, type Context, command, done, doneBytes, extract, filesBelow } from './command.ts'
import { unpacked } from './gzip.ts'

/** `tar`: creates, lists and unpacks archives, with or without gzip. */

type Options = {
  act: '' | 'c' | 'x' | 't'
  zip: boolean
  verbose: boolean
  file: string
  strip: number
  names: string[]
}

function parse(args: readonly string[], { fs, cwd }: Context): Options & { folder: string } {
  const options: Options & { folder: string } = {
    ...{ act: '', zip: false, verbose: false, file: '-', strip: 0, names: [] },
    folder: cwd,
  }
  const rest = [...args]
  // the old syntax without a dash
  if (rest[0] !== undefined && /^[cxtzvf]+$/.test(rest[0])) rest[0] = `-${rest[0]}`
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const strip = /^--strip-components=(\d+)$/.exec(arg)
    const long = /^--(file|directory)=(.*)$/.exec(arg)
    if (strip) options.strip = Number(strip[1])
    else if (long?.[1] === 'file') options.file = long[2] ?? '-'
    else if (long) options.folder = fs.resolvePath(cwd, long[2] ?? '.')
    else if (!arg.startsWith('-') || arg === '-') options.names.push(arg)
    else
      for (const sign of arg.slice(1)) {
        if (sign === 'c' || sign === 'x' || sign === 't') options.act = sign
        else if (sign === 'z') options.zip = true
        else if (sign === 'v') options.verbose = true
        else if (sign === 'f') options.file = rest.shift() ?? '-'
        else if (sign === 'C') options.folder = fs.resolvePath(cwd, rest.shift() ?? '.')
        else if (!'kpm'.includes(sign)) throw new CommandError(`${arg}: no such option`, 2)
      }
  }
  return options
}

export const tar = command('tar', async (args, context) => {
  const options = parse(args, context)
  if (options.act === 'c') return await create(options, context)
  if (options.act === '') throw new CommandError('say one of -c (make), -x (unpack), -t (list), and -f ARCHIVE', 2)
  const { fs, cwd } = context
  const given =
    options.file === '-' ? bytesOfInput(context) : await fs.readFileBuffer(fs.resolvePath(cwd, options.file))
  const isZipped = given[0] === 0x1f && given[1] === 0x8b
  const entries = await unpackTar(isZipped ? unpacked(given) : new Uint8Array(given))
  let said = ''
  for (const { header, data } of entries) {
    const { name, type } = header
    const wanted =
      options.names.length === 0 || options.names.some((each) => name === each || name.startsWith(`${each}/`))
    if (!wanted) continue
    if (options.act === 't' || options.verbose) said += `${name}\n`
    const inside = name.split('/').slice(options.strip).join('/')
    // links are skipped: their target is in the archive or missing
    if (options.act === 'x' && inside !== '' && (type === 'file' || type === undefined))
      await extract(context, options.folder, inside, data ?? new Uint8Array())
  }
  return done(said)
})

async function create({ names, folder, file, zip, verbose }: ReturnType<typeof parse>, context: Context) {
  if (names.length === 0) throw new CommandError('refusing to make an empty archive', 2)
  const { fs, cwd } = context
  const path = file === '-' ? null : fs.resolvePath(cwd, file)
  const entries: TarEntry[] = []
  for (const source of names)
    for (const { name, full, isFolder } of await filesBelow({ ...context, cwd: folder }, source)) {
      const inside = name.replace(/^\/+/, '')
      if (full === path || inside === '') continue
      if (isFolder) entries.push({ header: { name: `${inside}/`, size: 0, type: 'directory' } })
      else {
        const body = await fs.readFileBuffer(full)
        entries.push({ header: { name: inside, size: body.length, type: 'file' }, body: new Uint8Array(body) })
      }
    }
  const packed = await packTar(entries)
  const bytes = zip || /\.(tgz|gz)$/.test(file) ? gzipSync(packed) : packed
  if (path === null) return doneBytes(bytes)
  await fs.writeFile(path, bytes)
  return done(verbose ? entries.map(({ header }) => `${header.name}\n`).join('') : '')
}
