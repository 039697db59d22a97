import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const LINK = /["'`]\.\/([\w.-]+\.js)["'`]/g
const STATIC_IMPORT = /(?:from|^import)\s*["'`]\.\/([\w.-]+\.js)["'`]/gm

/**
 * The files that the built worker is made of, as a build in `folder` has them. `all`: whatever the worker may load. `of`: the parts that are
 * there when the one of this name is (static imports), itself among them.
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

/** Without its hash, and without what all parts of threads begin with. */
export const nameOf = (file: string): string => file.replace(/^part-/, '').replace(/-[\w-]{7}\.js$/, '')

/** The file that an address stands for. */
export const fileAt = (url: string): string => basename(new URL(url).pathname)
