import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** What the documents of the house point at is there. */

const ROOT = resolve(import.meta.dirname, '../..')
const filesLike = (...patterns: string[]): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...patterns], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((name) => name !== '' && existsSync(join(ROOT, name)))
const documents = filesLike('*.md')

/** Where relative links lead. */
const links = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, to = '']) =>
    /^[a-z]+:|^#/.test(to) ? [] : [to.replace(/#.*/, '')],
  )

/** Code blocks hold examples, which name what is still to be made. */
const withoutBlocks = (text: string): string => text.replace(/^```[\s\S]*?^```/gm, '')
const PATH = /^(?:src|test|public)\/[\w./-]+$/
const paths = (text: string): string[] =>
  [...withoutBlocks(text).matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) => (PATH.test(code) ? [code] : []))
/** Named as something that a reader, or a run of the tests, is to make. */
const EXAMPLES: ReadonlySet<string> = new Set(['src/tools/word-count.ts', 'test/.results'])

describe.each(documents)('%s', (name) => {
  const text = readFileSync(join(ROOT, name), 'utf8')
  it('has no dead link', () => {
    expect(links(text).filter((to) => !existsSync(resolve(ROOT, dirname(name), to)))).toEqual([])
  })
  it('names no file that is not there', () => {
    expect(paths(text).filter((path) => !EXAMPLES.has(path) && !existsSync(join(ROOT, path)))).toEqual([])
  })
})

/** The documents that this was designed by are not in the repository: no part of them is cited, nor an issue. */
const CITATION =
  /\b(?:DESIGN|BROWSER|RULES|STYLE|PEERS|SYNC|DEPS|ANCHORS)(?:\.md\b|(?:'s)? [A-Z0-9]\b| \d|\))|\bissues? #?\d/
const commentsOf = (code: string): string[] => code.match(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/.*$/gm) ?? []

it('no comment cites what a reader of the repository cannot open', () => {
  const citing = filesLike('*.ts', '*.tsx', '*.mjs').flatMap((name) =>
    commentsOf(readFileSync(join(ROOT, name), 'utf8'))
      .filter((comment) => CITATION.test(comment))
      .map((comment) => `${name}: ${comment}`),
  )
  expect(citing).toEqual([])
})

it('finds what it looks for', () => {
  expect(
    ['(DESIGN 7)', "DESIGN 12's words", 'see RULES.md', 'x (RULES)'].filter((text) => !CITATION.test(text)),
  ).toEqual([])
  expect(['seed 003', 'README.md', 'HTTP/1', 'at most 20 MB'].filter((text) => CITATION.test(text))).toEqual([])
  expect(commentsOf("a // b\n/** c\n d */ 'https://e'")).toEqual(['// b', '/** c\n d */'])
  expect(documents).toContain('README.md')
  expect(links('[a](b.md#c) [d](https://e.f)')).toEqual(['b.md'])
  expect(paths('`src/a.ts` and `npm test`\n```\n`src/b.ts`\n```')).toEqual(['src/a.ts'])
})
