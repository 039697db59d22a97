import { dataUrl, type PageFiles, textOf } from './page-files.ts'
import { type Edit, edited, lineFinder } from './pieces.ts'

/** Comments are skipped. 1, 2, 3: an import, its address, its conditions. 4, 5: an address. */
const REFERENCE =
  /\/\*[\s\S]*?(?:\*\/|$)|@import\s+(?:url\(\s*)?(["']?)([^"')\s;]+)\1\s*\)?([^;{}]*);?|\burl\(\s*(["']?)([^"')]*)\4\s*\)/gi
/** Style sheets that import each other, in a row. */
const DEEPEST = 10

/** A style sheet with its files in it: imports in their place, pictures and fonts as data. */
export async function styleWithFiles(
  css: string,
  { path, line }: { path: string; line: number },
  files: PageFiles,
  above: readonly string[] = [],
): Promise<string> {
  const lineOf = lineFinder(css)
  const edits: Edit[] = []
  for (const match of css.matchAll(REFERENCE)) {
    const [whole, , imported, conditions = '', , address] = match
    const written = imported ?? address
    if (written === undefined) continue
    const found = await files.at(path, line - 1 + lineOf(match.index), written)
    if (found === null) {
      // an address that is left leads nowhere: the policy forbids it
      if (imported !== undefined) edits.push({ from: match.index, to: match.index + whole.length, text: '' })
      continue
    }
    const text =
      imported === undefined
        ? `url("${dataUrl(files, found.path, found.bytes)}")`
        : await importedSheet(found, conditions.trim(), files, [...above, path])
    edits.push({ from: match.index, to: match.index + whole.length, text })
  }
  return edited(css, edits)
}

async function importedSheet(
  { path, bytes }: { path: string; bytes: Uint8Array },
  conditions: string,
  files: PageFiles,
  above: readonly string[],
): Promise<string> {
  if (above.includes(path) || above.length >= DEEPEST) return ''
  const inside = (await styleWithFiles(textOf(bytes), { path, line: 1 }, files, above)).replace(/\n/g, ' ')
  return conditions === '' ? inside : `@media ${conditions} {${inside}}`
}
