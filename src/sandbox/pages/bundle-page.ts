import { namedFiles } from './named-files.ts'
import { dataUrl, makePageFiles, type PageFiles, textOf, type Workspace } from './page-files.ts'
import { makePageModules } from './page-modules.ts'
import { asSheet, inScript, scriptPlan } from './page-scripts.ts'
import { styleWithFiles } from './page-styles.ts'
import { type Attribute, type PageTag, pageTags } from './page-tags.ts'
import { lineFinder, makePieces, type Origin } from './pieces.ts'

/**
 * A page with its files in it. `html`: styles, pictures, fonts and classic scripts are inside; modules are imported by
 * names of `modules`. `lines`: where the lines of `html` come from. `files`: what its code may fetch, by path.
 */
type PageBundle = {
  page: string
  html: string
  lines: Origin[]
  modules: Record<string, string>
  files: Record<string, { type: string; base64: string }>
}
/** `bundle` null: the page needs no files. `count`: files in it. `notes`: what could not be loaded, with the place. */
export type BundledPage = { bundle: PageBundle | null; count: number; notes: string[] }

/** Most characters of a bundle: a picture that is shown a hundred times is in it a hundred times. */
const LONGEST = 16 * 1024 * 1024

/** A part of the page that is replaced: `path`, `line`: where its text is from. */
type Replaced = { from: number; to: number; text: string; path: string; line: number }

/** Puts the files that a page names into it. Throws an error with a sentence if the page becomes too large. */
export async function bundlePage(page: string, html: string, workspace: Workspace): Promise<BundledPage> {
  const files = makePageFiles(workspace)
  const lineOf = lineFinder(html)
  const { tags, styled } = pageTags(html)
  const plan = scriptPlan(tags, html)
  const modules = makePageModules(files, page, plan.mapped)
  const replaced: Replaced[] = []
  /** Scripts that wait for the page are at its end, where all of it is there. */
  const atEnd: Omit<Replaced, 'from' | 'to'>[] = []
  const codes: [string, string][] = []
  const replace = (tag: { from: number; to: number }, text: string, path = page, line = lineOf(tag.from)): void => {
    replaced.push({ ...tag, text, path, line })
  }

  for (const tag of tags) {
    const line = lineOf(tag.whole.from)
    switch (tag.name) {
      case 'script': {
        const script = plan.of(tag)
        if (script === 'map') replace(tag.whole, '')
        else if (script?.type === 'module') {
          const text = await moduleText(script.source, modules, files, { page, line, html, tag, lineOf, codes })
          if (text !== null) replace(tag.whole, text.html, page, text.line)
        } else if (script?.type === 'classic') {
          const found = await files.at(page, line, script.source)
          if (found === null || script.waits) replace(tag.whole, '')
          if (found === null) break
          const code = textOf(found.bytes)
          codes.push([found.path, code])
          const text = inScript(code)
          if (script.waits) atEnd.push({ text, path: found.path, line: 1 })
          else replaced.push({ ...tag.whole, text, path: found.path, line: 1 })
        } else if (script?.type === 'inline') codes.push([page, html.slice(tag.inside.from, tag.inside.to)])
        break
      }
      case 'link':
        replace(tag.whole, await sheetOf(tag, page, line, files))
        break
      case 'style':
        replace(
          tag.inside,
          await styleWithFiles(html.slice(tag.inside.from, tag.inside.to), { path: page, line }, files),
        )
        break
      case 'base':
        files.note(`${page}:${line}`, '<base> is ignored.')
        replace(tag.whole, '')
        break
      case 'object':
      case 'embed':
      case 'iframe':
        if (tag.attributes.has('src') || tag.attributes.has('data'))
          files.note(`${page}:${line}`, `a page inside the page (<${tag.name}>) is not shown.`)
        break
      default:
        for (const attribute of await withMedia(tag, page, line, files)) replaced.push(attribute)
    }
  }
  for (const style of styled) {
    const line = lineOf(style.from)
    const css = await styleWithFiles(style.value, { path: page, line }, files)
    replaced.push({ ...style, text: attributeText('style', css), path: page, line })
  }
  for (const source of modules.texts) codes.push([...source])
  const named = await namedFiles(codes, page, files)
  const notes = files.notes()
  if (files.count() === 0 && modules.sources.size === 0 && notes.length === 0) return { bundle: null, count: 0, notes }
  const pieces = makePieces()
  put(pieces, html, replaced, page, lineOf)
  for (const { text, path, line } of atEnd) addScript(pieces, text, path, line)
  const bundle: PageBundle = {
    ...{ page, html: pieces.text(), lines: pieces.origins },
    ...{ modules: Object.fromEntries(modules.sources), files: named },
  }
  const length = JSON.stringify(bundle).length
  if (length > LONGEST)
    throw new Error(`The page with its files is ${Math.ceil(length / 1048576)} MB long; at most 16 MB can be shown.`)
  return { bundle, count: files.count(), notes }
}

function put(
  pieces: ReturnType<typeof makePieces>,
  html: string,
  replaced: readonly Replaced[],
  page: string,
  lineOf: (place: number) => number,
): void {
  let at = 0
  for (const { from, to, text, path, line } of replaced.toSorted((a, b) => a.from - b.from)) {
    if (from < at) continue
    pieces.add(html.slice(at, from), page, lineOf(at))
    if (path === page) pieces.add(text, path, line)
    else addScript(pieces, text, path, line)
    at = to
  }
  pieces.add(html.slice(at), page, lineOf(at))
}

/** The code begins on a new line, so that each line has one origin. */
function addScript(pieces: ReturnType<typeof makePieces>, text: string, path: string, line: number): void {
  pieces.add('<script>\n', path, line)
  pieces.add(text, path, line)
  pieces.add('\n</script>', path, line)
}

type InPage = {
  page: string
  line: number
  html: string
  tag: PageTag
  lineOf: (place: number) => number
  codes: [string, string][]
}

/** An import of the module, or the module in the page with its imports changed; null: it is left as it is. */
async function moduleText(
  source: string | null,
  modules: ReturnType<typeof makePageModules>,
  files: PageFiles,
  { page, line, html, tag: { inside }, lineOf, codes }: InPage,
): Promise<{ html: string; line: number } | null> {
  if (source !== null) {
    const found = await files.at(page, line, source)
    const name = found && (await modules.entry(found.path, `${page}:${line}`))
    return { html: name ? `<script type="module">import ${JSON.stringify(name)}</script>` : '', line }
  }
  const code = html.slice(inside.from, inside.to)
  codes.push([page, code])
  const from = lineOf(inside.from)
  return { html: `<script type="module">${await modules.linked(code, page, from)}</script>`, line: from }
}

async function sheetOf(tag: PageTag, page: string, line: number, files: PageFiles): Promise<string> {
  const kinds = (tag.attributes.get('rel')?.value ?? '').toLowerCase().split(/\s+/)
  // icons, preloads and the like are not needed to show a page
  if (!kinds.includes('stylesheet') || kinds.includes('alternate')) return ''
  const found = await files.at(page, line, tag.attributes.get('href')?.value ?? '')
  if (found === null) return ''
  const css = await styleWithFiles(textOf(found.bytes), { path: found.path, line: 1 }, files)
  return asSheet(css, tag.attributes.get('media')?.value)
}

const attributeText = (name: string, value: string): string =>
  `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`

/** Attributes with the address of a picture, sound or film, as data. */
async function withMedia(tag: PageTag, page: string, line: number, files: PageFiles): Promise<Replaced[]> {
  const edits: Replaced[] = []
  const put = (name: string, { from, to }: Attribute, value: string): void => {
    edits.push({ from, to, text: attributeText(name, value), path: page, line })
  }
  for (const name of ['src', 'poster', 'href', 'xlink:href']) {
    const attribute = tag.attributes.get(name)
    if (attribute === undefined) continue
    const found = await files.at(page, line, attribute.value)
    if (found !== null) put(name, attribute, dataUrl(files, found.path, found.bytes))
  }
  const set = tag.attributes.get('srcset')
  if (set !== undefined && !/^\s*data:/i.test(set.value)) {
    const parts = await Promise.all(
      set.value.split(',').map(async (part) => {
        const [address = '', ...size] = part.trim().split(/\s+/)
        const found = await files.at(page, line, address)
        return [found === null ? address : dataUrl(files, found.path, found.bytes), ...size].join(' ')
      }),
    )
    put('srcset', set, parts.join(', '))
  }
  return edits
}
