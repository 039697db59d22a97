import { parse } from 'es-module-lexer/js'
import { compileModule } from '../modules/compile.ts'
import { isOnShelf, onShelf, resolve } from '../modules/resolve.ts'
import { sourceOf, stock } from '../modules/shelf.ts'
import { addressIn, ROOT } from './address.ts'
import { dataUrl, type PageFiles, textOf } from './page-files.ts'
import { styleWithFiles } from './page-styles.ts'
import { type Edit, edited, lineFinder } from './pieces.ts'

/** The ES modules of a page, each under a name that its import map knows. */

/** Name of a module: `page:/src/store.js`, or `page:shelf:preact`. */
const nameOf = (path: string): string => (isOnShelf(path) ? `page:${path}` : `page:/${path}`)
const COMPILED = /\.(?:m?ts|[jt]sx)$/
const SCRIPT = /\.(?:m?[jt]s|[jt]sx)$/
const PICTURE = /\.(?:svg|png|jpe?g|gif|webp|avif|ico|woff2?|ttf|otf|mp3|wav|ogg|mp4|webm)$/i

/** `mapped`: bare names of the page's own import map, with their addresses. */
export function makePageModules(files: PageFiles, page: string, mapped: ReadonlyMap<string, string>) {
  const sources = new Map<string, string>()
  const texts = new Map<string, string>()
  const started = new Set<string>()

  /** The module that `wanted` means in `from`; null: none, which is noted. */
  const find = (from: string, line: number, wanted: string): string | null => {
    const place = `${from}:${line}`
    const written = mapped.get(wanted) ?? wanted
    if (/^(?:https?:)?\/\//i.test(written)) {
      files.note(
        place,
        `the module ${JSON.stringify(written.slice(0, 200))} was not loaded: a page has no network. ${LIBRARIES}`,
      )
      return null
    }
    const base = mapped.has(wanted) ? page : from
    const address = addressIn(base, written)
    try {
      const isPath = /^[./]/.test(written)
      return resolve(base, isPath && address.kind === 'file' ? `/${address.path}` : written, files.has)
    } catch (error) {
      const words = error instanceof Error ? error.message : String(error)
      const own = address.kind === 'file' ? words.replace(`"/${address.path}"`, JSON.stringify(written)) : words
      files.note(place, own.replace(' listFiles() shows what there is.', ''))
      return null
    }
  }

  /** The code with the names of its imports changed; its lines keep their numbers. Loads what it imports. */
  const linked = async (code: string, from: string, line: number): Promise<string> => {
    const lineOf = lineFinder(code)
    let imports: ReturnType<typeof parse>[0]
    try {
      ;[imports] = parse(code)
    } catch (error) {
      // the browser says what is wrong, too
      const at = typeof error === 'object' && error !== null && 'idx' in error ? Number(error.idx) : 0
      files.note(`${from}:${line - 1 + lineOf(at)}`, 'the code cannot be read as a module: it has a syntax error.')
      return code
    }
    const edits: Edit[] = []
    for (const { n: wanted, s, e, se, a, d } of imports) {
      if (d === -2) {
        const url = /^\s*\.\s*url\b/.exec(code.slice(e))
        if (url !== null) edits.push({ from: s, to: e + url[0].length, text: JSON.stringify(ROOT + from) })
        continue
      }
      if (wanted === undefined) continue
      const found = find(from, line - 1 + lineOf(s), wanted)
      if (found === null) continue
      const quoted = JSON.stringify(nameOf(found))
      // without attributes: JSON and styles are code by now
      const to = a === -1 ? (d === -1 ? e + 1 : e) : d === -1 ? se - (code[se - 1] === ';' ? 1 : 0) : se - 1
      edits.push({ from: d === -1 ? s - 1 : s, to, text: quoted + '\n'.repeat(linesIn(code.slice(s, to))) })
      await load(found, `${from}:${line - 1 + lineOf(s)}`)
    }
    return edited(code, edits)
  }

  const load = async (path: string, place: string): Promise<void> => {
    if (started.has(path)) return
    started.add(path)
    if (isOnShelf(path)) {
      await stock([onShelf(path)])
      sources.set(nameOf(path), await linked(sourceOf(onShelf(path)), path, 1))
      return
    }
    const bytes = await files.read(path, place)
    if (bytes === null) return
    const code = await codeOf(path, bytes)
    // the name is there before what it imports: modules may import each other in a circle
    sources.set(nameOf(path), code)
    if (SCRIPT.test(path)) {
      texts.set(path, code)
      sources.set(nameOf(path), await linked(code, path, 1))
    }
  }

  const codeOf = async (path: string, bytes: Uint8Array): Promise<string> => {
    if (PICTURE.test(path)) return `export default ${JSON.stringify(dataUrl(files, path, bytes))}`
    const text = textOf(bytes)
    if (path.endsWith('.json')) return jsonModule(text, path)
    if (path.endsWith('.css')) {
      const css = await styleWithFiles(text, { path, line: 1 }, files)
      return `const style = document.createElement('style');style.textContent = ${JSON.stringify(css)};document.head.append(style);export default style.textContent`
    }
    return COMPILED.test(path) ? compiled(text, path) : text
  }
  const jsonModule = (text: string, path: string): string => {
    try {
      return `export default ${JSON.stringify(JSON.parse(text))}`
    } catch (error) {
      return failing(path, error)
    }
  }
  const compiled = (text: string, path: string): string => {
    try {
      return compileModule(text, path)
    } catch (error) {
      return failing(path, error)
    }
  }
  /** A module that throws what is wrong with it. */
  const failing = (path: string, error: unknown): string => {
    const words = (error instanceof Error ? error.message : String(error)).slice(0, 300)
    files.note(path, words)
    return `throw new SyntaxError(${JSON.stringify(`${path}: ${words}`)})`
  }

  return {
    /** The name of a module that the page's script loads; null: it is not there, which is noted. */
    async entry(path: string, place: string): Promise<string | null> {
      if (!files.has(path)) {
        files.note(place, `there is no file "${path}".`)
        return null
      }
      await load(path, place)
      return sources.has(nameOf(path)) ? nameOf(path) : null
    },
    linked,
    sources,
    /** Code of the workspace by path, to see which files it names. */
    texts,
  }
}

const LIBRARIES = 'Write it as a file of the workspace, or import a built-in library (preact, dayjs, papaparse).'
const linesIn = (text: string): number => text.split('\n').length - 1
