import { unzipSync, type Zippable, zipSync } from 'fflate'
import { CommandError, command, done, extract, filesBelow } from './command.ts'

/** `zip` and `unzip`. */

/** Bytes that an archive may unpack to. */
const MOST = 256 * 1024 * 1024

export const zip = command('zip', async (args, context) => {
  const names = args.filter((arg) => !arg.startsWith('-'))
  const [archive, ...sources] = names
  if (archive === undefined || sources.length === 0) return done('', 'Usage: zip [-r] ARCHIVE.zip FILE...\n', 2)
  const { fs, cwd } = context
  const path = fs.resolvePath(cwd, /\.[^/.]+$/.test(archive) ? archive : `${archive}.zip`)
  const entries: Zippable = {}
  if (await fs.exists(path)) Object.assign(entries, unzipSync(await fs.readFileBuffer(path)))
  let said = ''
  for (const source of sources) {
    for (const { name, full, isFolder } of await filesBelow(context, source)) {
      const inside = name.replace(/^(\.?\/)+/, '')
      if (isFolder || full === path || inside === '') continue
      entries[inside] = await fs.readFileBuffer(full)
      said += `  adding: ${inside}\n`
    }
  }
  await fs.writeFile(path, zipSync(entries))
  return done(args.some((arg) => /^-\w*q/.test(arg)) ? '' : said)
})

export const unzip = command('unzip', async (args, context) => {
  const { fs, cwd } = context
  const names: string[] = []
  let folder = cwd
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? ''
    if (arg === '-d') folder = fs.resolvePath(cwd, args[++at] ?? '.')
    else if (!arg.startsWith('-')) names.push(arg)
  }
  const [archive, ...wanted] = names
  if (archive === undefined) return done('', 'Usage: unzip [-l] [-p] [-q] [-d FOLDER] ARCHIVE.zip [FILE...]\n', 2)
  const has = (option: string): boolean => args.some((arg) => new RegExp(`^-\\w*${option}`).test(arg) && arg !== '-d')
  const sizes: [string, number][] = []
  let size = 0
  const isWanted = (name: string): boolean => wanted.length === 0 || wanted.includes(name)
  const entries = unzipSync(await fs.readFileBuffer(fs.resolvePath(cwd, archive)), {
    filter: ({ name, originalSize }) => {
      sizes.push([name, originalSize])
      if (has('l') || !isWanted(name) || name.endsWith('/')) return false
      size += originalSize
      // this much is allocated before anything is unpacked
      if (size > MOST) throw new CommandError(`it unpacks to more than ${MOST} bytes`)
      return true
    },
  })
  if (has('l')) return done(sizes.map(([name, length]) => `${String(length).padStart(9)}  ${name}\n`).join(''))
  if (has('p'))
    return done(
      Object.values(entries)
        .map((bytes) => new TextDecoder().decode(bytes))
        .join(''),
    )
  let said = ''
  for (const [name, bytes] of Object.entries(entries)) {
    await extract(context, folder, name, bytes)
    said += `  inflating: ${name}\n`
  }
  const missing = wanted.filter((name) => !(name in entries))
  const words = missing.map((name) => `unzip: ${name} is not in the archive\n`).join('')
  return done(has('q') ? '' : said, words, missing.length > 0 ? 11 : 0)
})
