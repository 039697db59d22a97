import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/** The formatter breaks code at 120 columns; comments and Markdown are wrapped by hand. */

const root = fileURLToPath(new URL('../../', import.meta.url))
const MOST = 120
/** A line of a block comment, a comment of its own line, or a comment after code. */
const COMMENT = /^\s*(\*|\/\*|\/\/|\{\/\*)|\s\/\/ /
/** One token for the linter. */
const DIRECTIVE = /biome-ignore/

const isLong = (line: string): boolean => [...line].length > MOST
const longComments = (code: string): string[] =>
  code.split('\n').filter((line) => isLong(line) && COMMENT.test(line) && !DIRECTIVE.test(line))

/** Without code, tables, and lines that are one link or picture. */
function longProse(text: string): string[] {
  const prose = text.replace(/^ *```[\s\S]*?^ *```/gm, '')
  return prose.split('\n').filter((line) => isLong(line) && !/^\s*(\||!?\[.*\]\(\S*\)$)/.test(line))
}

const filesIn = (folder: string, form: RegExp): string[] =>
  readdirSync(`${root}${folder}`, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => form.test(name) && !name.includes('node_modules/'))

/** `file: line` of each line that `find` returns. */
const linesOf = (files: readonly string[], find: (text: string) => string[]): string[] =>
  files.flatMap((file) => find(readFileSync(`${root}${file}`, 'utf8')).map((line) => `${file}: ${line}`))

describe('no line is longer than 120 columns', () => {
  it('in the comments of src', () => {
    const files = filesIn('src', /\.(tsx?|css)$/)
    expect(files.length).toBeGreaterThan(1000)
    expect(linesOf(files, longComments)).toEqual([])
  })

  it('in the prose of READMEs and docs', () => {
    const files = ['README.md', ...['docs', 'src', 'test'].flatMap((folder) => filesIn(folder, /\.md$/))]
    expect(files.length).toBeGreaterThan(20)
    expect(linesOf(files, longProse)).toEqual([])
  })

  const long = 'words '.repeat(21)
  it.each([
    ['a docstring', `/** ${long}*/`, 1],
    ['the middle of a block', ` * ${long}`, 1],
    ['a comment after code', `go() // ${long}`, 1],
    ['a directive', `// biome-ignore ${long}`, 0],
    ['an address in a string', `const a = 'https://${long.replaceAll(' ', '')}'`, 0],
    ['a comment that fits', '// words', 0],
  ])('finds %s', (_, code, found) => expect(longComments(code)).toHaveLength(found))

  it.each([
    ['a paragraph', long, 1],
    ['a table', `| ${long}|`, 0],
    ['code', `\`\`\`\n${long}\n\`\`\``, 0],
    ['a picture', `![${long}](a.png)`, 0],
  ])('knows %s', (_, text, found) => expect(longProse(text)).toHaveLength(found))
})
