import { addressIn } from './address.ts'
import { base64Of, type PageFiles, typeOfFile } from './page-files.ts'

/** A text in quotation marks, or the beginning of a template up to its first hole. */
const QUOTED = /(["'`])((?:(?!\1)[^\\\n]){1,300}?)(?:\1|\$\{)/g

const SCRIPT = /\.(?:m?[jt]s|[jt]sx)$/

/**
 * Files that code names in quotation marks, which it may fetch or show: those of a folder if it puts the rest of the
 * name together (`data/${id}.json`). An address in code counts from the page, as a browser sees it; in a module also
 * from the module.
 */
export async function namedFiles(
  codes: Iterable<readonly [from: string, code: string]>,
  page: string,
  files: PageFiles,
): Promise<Record<string, { type: string; base64: string }>> {
  const paths = new Map<string, string>()
  for (const [from, code] of codes)
    for (const [, , text = ''] of code.matchAll(QUOTED))
      for (const base of new Set([page, from])) {
        const address = addressIn(base, text)
        if (address.kind !== 'file') continue
        if (files.has(address.path)) paths.set(address.path, from)
        else if (address.path.endsWith('/')) for (const path of files.inFolder(address.path)) paths.set(path, from)
      }
  const named: Record<string, { type: string; base64: string }> = Object.create(null)
  for (const [path, from] of paths) {
    // code is not fetched
    if (path === page || SCRIPT.test(path)) continue
    const bytes = await files.read(path, from)
    if (bytes !== null) named[path] = { type: typeOfFile(path, files.typeOf(path)), base64: base64Of(bytes) }
  }
  return named
}
