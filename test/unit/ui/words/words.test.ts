import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { DEMO_TASK } from '../../../../src/settings/demo-task.ts'
import { fromWorker } from '../../../../src/ui/base/words/zh/from-worker.ts'
import { zh } from '../../../../src/ui/base/words/zh.ts'

type Node = { type: string; [key: string]: unknown }

const ui = fileURLToPath(new URL('../../../../src/ui/', import.meta.url))
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((child) => (Array.isArray(child) ? child : [child]))
    .filter(isNode)

/** Rooms whose words are not all translatable yet. This list only ever becomes shorter. */
const OWED: string[] = []

/** What they say goes to the model, or into a page that is not ours: it stays English. */
const NOT_OURS: ReadonlySet<string> = new Set([
  'files/artifacts/frame-files.ts',
  'files/artifacts/frame-messages.ts',
  'files/artifacts/frame-page.ts',
  'files/artifacts/frame-script.ts',
  'files/artifacts/frame-storage.ts',
  'files/artifacts/frame-view.ts',
  'sharing/share/style.ts',
])

/** Has its Chinese in itself, because the words of the page cannot be loaded then. */
const BILINGUAL = 'page/boot/cannot-start.ts'

/** Said by nobody in another language. */
const NAMES = new Set(['Reflexor', 'Brave Search', '简体中文', 'English'])
/** The name of a key, as it stands on it. */
const KEY = /^(Ctrl|Shift)( \S+)+$/

/** Attributes that a person reads or hears. */
const SPOKEN = new Set([
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'title',
  'placeholder',
  'alt',
  'label',
  'hint',
])

const hasWords = (text: string): boolean => /\p{L}{2}/u.test(text) && !NAMES.has(text.trim())
/** Begins as a sentence does and has a second word. */
const isSentence = (text: string): boolean => /^\p{Lu}[\p{Ll}’']*\s+\S*\p{L}/u.test(text)

/** What developers read. */
function isConsole(node: Node): boolean {
  const callee = node['callee'] as Node | undefined
  return node.type === 'CallExpression' && (callee?.['object'] as Node | undefined)?.['name'] === 'console'
}

/** Of a piece of markup, which may begin and end within a tag. */
const withoutTags = (text: string): string => text.replace(/^[^<>]*">/, ' ').replace(/<[/!a-z][^<>]*(>|$)/gi, ' ')

/** What of a file's words no other language can say, one line each. */
function untranslated(code: string, path: string): string[] {
  const found: string[] = []
  const see = (node: Node, of: Node | null): void => {
    // told to developers, or parsed by nobody
    if (node.type === 'ImportDeclaration' || node.type.startsWith('TS')) return
    if (isConsole(node)) return
    // shown by messageOf, which knows the sentences of zh/from-worker.ts
    if (node.type === 'NewExpression' && /Error$/.test(String((node['callee'] as Node)['name']))) return
    if (node.type === 'JSXText' && hasWords(String(node['value']))) found.push(String(node['value']).trim())
    if (node.type === 'JSXAttribute') {
      const value = node['value']
      const name = String((node['name'] as Node)['name'])
      if (SPOKEN.has(name) && isNode(value) && value.type === 'Literal' && hasWords(String(value['value'])))
        found.push(`${name}="${value['value']}"`)
      if (!SPOKEN.has(name) && isNode(value) && value.type === 'Literal') return
    }
    if (
      node.type === 'Literal' &&
      typeof node['value'] === 'string' &&
      isSentence(node['value']) &&
      !KEY.test(node['value']) &&
      of?.type !== 'JSXAttribute'
    )
      if (!(node['value'] in zh) && !NAMES.has(node['value'])) found.push(`'${node['value']}'`)
    if (node.type === 'TemplateElement') {
      const text = withoutTags(String((node['value'] as { cooked: string }).cooked))
      if (isSentence(text) || /\p{L}{2,}\s+\p{Ll}{2,}/u.test(text)) found.push(`\`${text}\``)
    }
    // the English singular of count() stands beside its plural, which is in the dictionary
    const isCount = node.type === 'CallExpression' && (node['callee'] as Node)['name'] === 'count'
    const skipped = isCount ? (node['arguments'] as Node[])[1] : undefined
    for (const child of childrenOf(node)) if (child !== skipped) see(child, node)
  }
  see(parseSync(path, code).program as unknown as Node, null)
  return found
}

function literalsOf(code: string, path: string): string[] {
  const all = (node: Node): string[] => [
    ...(node.type === 'Literal' && typeof node['value'] === 'string' ? [node['value']] : []),
    ...childrenOf(node).flatMap(all),
  ]
  return all(parseSync(path, code).program as unknown as Node)
}

const files = readdirSync(ui, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('base/words/zh'))
  .map((name) => name.replaceAll('\\', '/'))
const codeOf = (name: string): string => readFileSync(`${ui}${name}`, 'utf8')
const holesOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '').sort()

describe('the words of the page', () => {
  it('are all translatable in the rooms that do not owe it', () => {
    const rooms = new Set(files.map((name) => name.split('/')[0]))
    expect(OWED.filter((room) => !rooms.has(room))).toEqual([])
    const lacking = files
      .filter((name) => !OWED.includes(name.split('/')[0] ?? '') && !NOT_OURS.has(name) && name !== BILINGUAL)
      .flatMap((name) => untranslated(codeOf(name), name).map((words) => `${name}: ${words}`))
    expect(lacking).toEqual([])
  })

  it.each([
    ['text in an element', '<p>Two words</p>'],
    ['one word in an element', '<b>Send</b>'],
    ['a spoken attribute', '<button aria-label="Send" />'],
    ['a sentence in a table', `{ label: 'Two words' }`],
    ['a sentence with a hole', '`Sent to ${host}`'],
    ['words around a hole', '`${n} files of this kind`'],
    ['words among tags', '`<p class="hint">two words</p>`'],
  ])('are looked for: %s', (_, code) => {
    expect(untranslated(`export const seen = ${code.startsWith('{') ? `(${code})` : code}`, 'seen.tsx')).toHaveLength(1)
  })

  it('have holes of the same names in both languages', () => {
    const broken = Object.entries(zh).filter(([en, words]) => holesOf(en).join() !== holesOf(words).join())
    expect(broken).toEqual([])
  })

  it('are each said somewhere', () => {
    // the one phrase that stands outside of the page: what the demo is asked
    const literals = new Set([DEMO_TASK, ...files.flatMap((name) => literalsOf(codeOf(name), name))])
    const here = Object.keys(zh).filter((phrase) => !(phrase in fromWorker))
    expect(here.filter((phrase) => !literals.has(phrase))).toEqual([])
  })

  it('stand once in the dictionary, whatever the room', () => {
    const rooms = readdirSync(`${ui}base/words/zh`).map((name) => readFileSync(`${ui}base/words/zh/${name}`, 'utf8'))
    const keys = rooms.flatMap((code) => [
      ...code.matchAll(/^ {2}(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|(\w+)):/gm),
    ])
    const names = keys.map(([, single, double, bare]) => (single ?? double ?? bare ?? '').replace(/\\(.)/g, '$1'))
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
    expect([...names].sort()).toEqual(Object.keys(zh).sort())
  })
})
