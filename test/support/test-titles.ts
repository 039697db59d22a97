import { parseSync } from 'vite'

type Node = { type: string; [key: string]: unknown }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/**
 * The full titles of the tests in a file, as written in its text: `describe > it`, with `${}` for what a template fills
 * in. Tests that are skipped, expected to fail or still to be written do not count.
 * @throws SyntaxError for a file that does not parse.
 */
export function testTitles(path: string, code: string): string[] {
  const { program, errors } = parseSync(path, code)
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const titles: string[] = []
  visit(program, [], titles)
  return titles
}

function visit(node: unknown, above: readonly string[], titles: string[]): void {
  if (Array.isArray(node)) for (const each of node) visit(each, above, titles)
  if (!isNode(node)) return
  const called = node.type === 'CallExpression' ? calledIn(node) : null
  if (called === 'none') return
  const title = called === null ? null : titleOf((node['arguments'] as unknown[])[0])
  if (called === 'it' && title !== null) titles.push([...above, title].join(' > '))
  const inside = called === 'describe' && title !== null ? [...above, title] : above
  for (const [name, value] of Object.entries(node)) if (name !== 'type') visit(value, inside, titles)
}

/** `it('…')`, `it.each(…)('…')`, `describe.each(…)('…')`; `none`: a test that proves nothing; null: another call. */
function calledIn(node: Node): 'it' | 'describe' | 'none' | null {
  let callee: unknown = node['callee']
  let proves = true
  while (isNode(callee) && callee.type !== 'Identifier') {
    if (callee.type === 'MemberExpression') {
      const property = callee['property'] as Node
      if (['skip', 'skipIf', 'runIf', 'todo', 'fails'].includes(String(property['name']))) proves = false
      callee = callee['object']
    } else if (callee.type === 'CallExpression' || callee.type === 'TaggedTemplateExpression')
      callee = callee['callee'] ?? callee['tag']
    else return null
  }
  const name = isNode(callee) ? callee['name'] : undefined
  if (name !== 'it' && name !== 'describe') return null
  return proves ? name : 'none'
}

function titleOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'Literal' && typeof node['value'] === 'string') return node['value']
  if (node.type !== 'TemplateLiteral') return null
  const quasis = node['quasis'] as { value: { cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('${}')
}
