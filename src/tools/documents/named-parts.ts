import { parsePath } from '../workspace/path.ts'

const PART = /\.(?:png|jpe?g|gif|svg|csv|tsv)$/i
const LINK = /!?\[[^\]\n]{0,500}\]\(\s*<?([^)\s>]{1,500})>?[^)\n]{0,200}\)/g

/** Paths of pictures and tables that Markdown links to, each once, in order. Addresses of the web are left out. */
export function namedParts(markdown: string): string[] {
  const found = new Set<string>()
  for (const [, target = ''] of markdown.matchAll(LINK)) {
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(target) || !PART.test(target)) continue
    const { path, problem } = parsePath(unescaped(target))
    if (problem === undefined) found.add(path)
  }
  return [...found]
}

function unescaped(target: string): string {
  try {
    return decodeURIComponent(target)
  } catch {
    return target
  }
}
