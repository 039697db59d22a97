import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const LINK = /["'`]\.\/([\w.-]+\.js)["'`]/g
const STATIC_IMPORT = /(?:from|^import)\s*["'`]\.\/([\w.-]+\.js)["'`]/gm

/**
 * The files of the built worker in the build in `folder`. `all`: everything that the worker may load. `of`: the parts
 * loaded together with the named one (static imports), including itself.
 */
export function workerParts(folder: string): { all: Set<string>; of: (name: string) => Set<string> } {
  const files = new Set(readdirSync(join(folder, 'assets')))
  const reach = (file: string, link: RegExp, found = new Set<string>()): Set<string> => {
    if (found.has(file)) return found
    found.add(file)
    const text = readFileSync(join(folder, 'assets', file), 'utf8')
    for (const [, next = ''] of text.matchAll(link)) if (files.has(next)) reach(next, link, found)
    return found
  }
  const called = (name: string, among: Iterable<string>): string => {
    const [file, another] = [...among].filter((one) => nameOf(one) === name)
    if (file === undefined || another !== undefined) throw new Error(`The build has not one part ${name}`)
    return file
  }
  const all = reach(called('worker', files), LINK)
  return { all, of: (name) => reach(called(name, all), STATIC_IMPORT) }
}

/** Without its hash, and without the common prefix of thread parts. */
export const nameOf = (file: string): string => file.replace(/^part-/, '').replace(/-[\w-]{7}\.js$/, '')

/** The file name of an address. */
export const fileAt = (url: string): string => basename(new URL(url).pathname)
