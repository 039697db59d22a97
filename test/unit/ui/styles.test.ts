import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'

const root = new URL('../../../src/ui/', import.meta.url).pathname
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')
const sheets = files.filter((path) => path.endsWith('.css') && !path.startsWith('base/styles/'))
const layers =
  /@layer ([^;{]+);/
    .exec(read('base/styles/main.css'))?.[1]
    ?.split(',')
    .map((name) => name.trim()) ?? []

it('the order of the layers stands before anything else that the page wears', () => {
  expect(
    read('base/styles/main.css')
      .replace(/\/\*[\s\S]*?\*\//g, '')
      .trim(),
  ).toMatch(/^@layer /)
  const main = read('page/boot/main.tsx')
  expect(main.indexOf("'../../base/styles/main.css'")).toBeLessThan(main.indexOf("'./start-page.tsx'"))
  expect(layers).toEqual(['tokens', 'base', 'controls', 'shell', 'transcript', 'panels', 'motion'])
})

it('every style beside a component stands in one of the known layers, so that the order of loading decides nothing between them', () => {
  expect(sheets.length).toBeGreaterThan(40)
  for (const sheet of sheets) {
    const outside = topLevel(read(sheet).replace(/\/\*[\s\S]*?\*\//g, ''))
    for (const opening of outside) {
      const [, layer] = /^@layer ([a-z]+)$/.exec(opening) ?? []
      expect(layers, `${sheet}: "${opening}"`).toContain(layer)
    }
  }
})

it('every style is brought by a component', () => {
  const brought = files
    .filter((path) => /\.tsx?$/.test(path))
    .flatMap((path) =>
      [...read(path).matchAll(/^import '(.+\.css)'$/gm)].map(([, to]) => posix.join(posix.dirname(path), to ?? '')),
    )
  expect([...new Set(brought)].filter((path) => path !== 'base/styles/main.css').sort()).toEqual([...sheets].sort())
})

it('in a page that is read from the right, nothing keeps to the left: sides are those of the text', () => {
  // a formula is written from the left in every language; what is in the middle has no side
  const sided =
    /(?:(?:padding|margin|border)-(?:left|right)|[^-\w](?:left|right)|text-align: (?:left|right))\s*[:;](?! calc\(50%| 50%)/
  const found = files
    .filter((path) => path.endsWith('.css') && path !== 'rendering/formula.css')
    .filter((path) => sided.test(read(path).replace(/\/\*[\s\S]*?\*\//g, '')))
  expect(found).toEqual([])
})

it('an insertion anywhere makes the browser style what has changed, and not the whole page: whoever looks with :has() names whom it is for', () => {
  // the browser has one list of whom a :has() is for, all of them together: one without a name of its own is everybody
  const everybody = files
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => selectorsIn(read(path).replace(/\/\*[\s\S]*?\*\//g, '')))
    .filter((selector) => {
      const [last = ''] = compounds(selector).slice(-1)
      return selector.includes(':has(') && !last.includes(':has(') && !/^(?:[\w.#[]|:(?:is|where)\()/.test(last)
    })
  expect(everybody).toEqual([])
})

/** All selectors of a sheet, those of blocks within blocks with what they stand in. */
function selectorsIn(css: string, within = ['']): string[] {
  const found: string[] = []
  let from = 0
  for (let at = css.indexOf('{'); at !== -1; at = css.indexOf('{', from)) {
    let end = at + 1
    for (let depth = 1; depth > 0 && end < css.length; end++) depth += css[end] === '{' ? 1 : css[end] === '}' ? -1 : 0
    const opening = css.slice(from, at).split(';').at(-1)?.trim() ?? ''
    const own = opening.startsWith('@')
      ? within
      : within.flatMap((outer) =>
          outside(opening, /,/).map((one) =>
            one.includes('&') ? one.replaceAll('&', outer) : `${outer} ${one}`.trim(),
          ),
        )
    if (!opening.startsWith('@')) found.push(...own)
    found.push(...selectorsIn(css.slice(at + 1, end - 1), own))
    from = end
  }
  return found
}

const compounds = (selector: string): string[] => outside(selector, /[\s>+~]/)

/** The parts of a selector between signs that stand in no brackets. */
function outside(selector: string, sign: RegExp): string[] {
  const parts = ['']
  let depth = 0
  for (const letter of selector) {
    depth += /[([]/.test(letter) ? 1 : /[)\]]/.test(letter) ? -1 : 0
    if (depth === 0 && sign.test(letter)) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** What stands before each block that no other block holds. */
function topLevel(css: string): string[] {
  const found: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < css.length; at++) {
    if (css[at] === '{' && depth++ === 0) found.push(css.slice(start, at).trim())
    if (css[at] === '}' && --depth === 0) start = at + 1
  }
  if (css.slice(start).trim() !== '') found.push(css.slice(start).trim())
  return found
}
