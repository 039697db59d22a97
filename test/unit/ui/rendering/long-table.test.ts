import { describe, expect, it } from 'vitest'
import { type Block, blocksOf, nextBlocks } from '../../../../src/ui/rendering/markdown-blocks.ts'
import { lexerOptions, renderTokens } from '../../../../src/ui/rendering/markdown-render.ts'

const table = (rows: number, columns = 10): string => {
  const line = (cell: (n: number) => string): string =>
    `| ${Array.from({ length: columns }, (_, n) => cell(n)).join(' | ')} |\n`
  const body = Array.from({ length: rows }, (_, row) => line((n) => `${row}.${n}`))
  return line((n) => `H${n}`) + line(() => '---') + body.join('')
}
const shown = (text: string): Block[] => [...blocksOf(text, lexerOptions)].map(({ block }) => block)
const cells = (html: string): string[] => [...html.matchAll(/<td>([^<]*)/g)].map(([, cell]) => cell ?? '')

describe('a table of 100,000 cells ran together as text', () => {
  it.each([
    ['many rows', 10_000, 10],
    ['rows that are short', 2_500, 2],
    ['rows that are long', 1_000, 90],
  ])('%s: its first rows are a table, and all the others lines of CSV under the same head', (_name, rows, columns) => {
    const blocks = shown(`Before.\n\n${table(rows, columns)}\nBehind, with a | in it.\n`)
    const html = blocks.map((block) => (block.kind === 'markdown' ? renderTokens(block.tokens) : '')).join('')
    const [rest, ...others] = blocks.filter((block) => block.kind === 'code')
    expect(others).toEqual([])
    const drawn = cells(html)
    expect(drawn.length).toBeGreaterThan(500)
    expect(drawn.length % columns).toBe(0)
    const lines = rest?.kind === 'code' ? rest.text.trimEnd().split('\n') : []
    expect(lines.shift()).toBe(Array.from({ length: columns }, (_, n) => `H${n}`).join(','))
    const all = [...drawn, ...lines.flatMap((line) => line.split(','))]
    expect(all).toEqual(Array.from({ length: rows * columns }, (_, n) => `${Math.floor(n / columns)}.${n % columns}`))
    expect(html).toContain('<p>Behind, with a | in it.</p>')
    expect(html.match(/<p>/g)).toHaveLength(2)
  })

  it('too wide for a table: CSV, also behind other words', () => {
    const [words, rest] = shown(`Words.\n\n${table(100, 1000)}`)
    expect(words?.kind).toBe('markdown')
    expect(rest?.kind === 'code' && rest.info).toBe('csv')
    const lines = rest?.kind === 'code' ? rest.text.trimEnd().split('\n') : []
    expect(lines).toHaveLength(101)
    expect(lines[0]).toMatch(/^H0,H1,/)
    expect(lines[100]).toMatch(/^99\.0,99\.1,.*,99\.999$/)
  })

  it('grows by whole rows while it is written, and is the same in the end', () => {
    const text = `${table(2_010, 2)}| a \\| b | "c" |\n| =1 | 2 |\n`
    const start = nextBlocks(text, 0, false, {}, lexerOptions)
    const from = start.at(-1)?.end ?? 0
    expect(start.every(({ committed }) => committed)).toBe(true)
    let before = ''
    for (let length = from; length <= text.length; length++) {
      const [step] = nextBlocks(text.slice(0, length), from, false, {}, lexerOptions)
      if (step?.block.kind !== 'code') continue
      expect(step.committed).toBe(false)
      expect(step.block.text.startsWith(before)).toBe(true)
      before = step.block.text
    }
    expect(before.endsWith('2009.0,2009.1\na | b,"""c"""\n\'=1,2\n')).toBe(true)
    const [last] = nextBlocks(text, from, true, {}, lexerOptions)
    expect(last?.block).toMatchObject({ kind: 'code', text: before })
  })

  it('a row behind an empty first line was read for ever', () => {
    expect(shown('\n| a | b |\n').map(({ kind }) => kind)).toEqual(['markdown'])
  })

  it('shorter ones are tables as before', () => {
    const [block, ...others] = shown(table(1_900, 3))
    expect(others).toEqual([])
    expect(block?.kind === 'markdown' && cells(renderTokens(block.tokens))).toHaveLength(5_700)
  })
})
