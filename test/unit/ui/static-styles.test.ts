import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'

type Node = { type: string; [key: string]: unknown }

const ui = fileURLToPath(new URL('../../../src/ui/', import.meta.url))
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Solid's compiler computes these while building and writes them into the template. */
function isConstant(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'Literal') return true
  return value.type === 'TemplateLiteral' && (value['expressions'] as Node[]).every(isConstant)
}

function isStatic(value: unknown): boolean {
  if (!isNode(value)) return false
  if (value.type === 'JSXExpressionContainer') return isStatic(value['expression'])
  if (value.type !== 'ObjectExpression') return isConstant(value)
  return (value['properties'] as Node[]).some((property) => isConstant(property['value']))
}

/** How many `style` attributes of a file end up as attributes of the markup, which the page's policy drops. */
function countStaticStyles(path: string, code: string): number {
  const count = (node: Node): number => {
    const name = node.type === 'JSXAttribute' ? (node['name'] as Node)['name'] : undefined
    const own = name === 'style' && isStatic(node['value']) ? 1 : 0
    const children = Object.values(node).flatMap((child) => (Array.isArray(child) ? child : [child]))
    return children.filter(isNode).reduce((sum, child) => sum + count(child), own)
  }
  return count(parseSync(path, code).program as unknown as Node)
}

describe('styles under the page policy', () => {
  it('are never constant in markup: the browser would drop them without a word to the person', () => {
    const files = readdirSync(ui, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'))
    expect(files.length).toBeGreaterThan(0)
    expect(files.filter((name) => countStaticStyles(name, readFileSync(`${ui}${name}`, 'utf8')) > 0)).toEqual([])
  })

  it.each([
    ['<p style="color: red" />', 1],
    [`<p style={'color: red'} />`, 1],
    [`<p style={{ color: 'red' }} />`, 1],
    ['<p style={{ height: `${400}px` }} />', 1],
    [`<p style={{ color: colour(), margin: '0' }} />`, 1],
    ['<p style={{ color: colour() }} />', 0],
    ['<p style={{ height: `${height()}px` }} />', 0],
    ['<p class="note" />', 0],
  ])('the check counts %s as %i', (markup, expected) => {
    expect(countStaticStyles('A.tsx', `export const A = () => ${markup}`)).toBe(expected)
  })
})
