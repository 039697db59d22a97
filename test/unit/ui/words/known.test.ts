import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { makeRecognise } from '../../../../src/ui/base/words/recognise.ts'
import { zh } from '../../../../src/ui/base/words/zh.ts'

/**
 * Sentences that a person reads and that are made outside of the page: the page knows the Chinese of each, with its
 * holes filled.
 */

type Node = { type: string; [key: string]: unknown }

const src = fileURLToPath(new URL('../../../../src/', import.meta.url))
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((child) => (Array.isArray(child) ? child : [child]))
    .filter(isNode)

/** Files and folders all of whose sentences are for a person. */
const SPEAK_TO_PERSONS = [
  'agent/words.ts',
  'documents/prepare.ts',
  'documents/shrink-picture.ts',
  'effects/ask-brain.ts',
  'effects/asked-again.ts',
  'effects/context/compress-history.ts',
  'effects/end-attempt.ts',
  'effects/receive-answer.ts',
  'llm/diagnose',
  'llm/error-body.ts',
  'llm/failure.ts',
  'llm/finished-response.ts',
  'llm/list-models.ts',
  'llm/parts.ts',
  'llm/silence.ts',
  'llm/wire.ts',
  'mcp/bounded-fetch.ts',
  'mcp/cut-answers.ts',
  'mcp/explain.ts',
  'mcp/oauth',
  'mcp/tool-list.ts',
  'pdf/read-pdf.ts',
  'settings/extra-request.ts',
  'settings/presets.ts',
  'settings/provider-kinds.ts',
  'settings/settings-file.ts',
  'storage/archive',
  'storage/fault.ts',
  'storage/settings/vault-lock.ts',
  'storage/settings/vault-passphrase.ts',
  'storage/settings/vault.ts',
  'sync',
  'tools/web/search-services.ts',
  'worker/inspect/inspect.ts',
  'worker/mcp/mcp-servers.ts',
  'worker/mcp/mcp-sign-in.ts',
  'worker/ports/connect.ts',
  'worker/requests',
  'worker/skills/collect-skills.ts',
  'worker/skills/parse-skill.ts',
  'worker/sync',
  'worker/tabs',
  'worker/writer',
]

/** Sentences in these files that are for a model or a developer. */
const FOR_OTHERS: ReadonlySet<string> = new Set([
  'Answer with one word.',
  'Say OK.',
  'There is no canvas.',
  "A vault's key has x7 bytes.",
])

/** Stands for what is not known before it is said. */
const HOLE = 'x7'

/** All that an expression may give, with HOLE for what is not known here. */
function textsOf(node: Node): string[] {
  switch (node.type) {
    case 'Literal':
      return [typeof node['value'] === 'string' ? node['value'] : HOLE]
    case 'TemplateLiteral': {
      const quasis = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      const holes = (node['expressions'] as Node[]).map(textsOf)
      return quasis.reduce<string[]>(
        (all, quasi, at) => joinedTexts(all, at === 0 ? [quasi] : joinedTexts(holes[at - 1] ?? [], [quasi])),
        [''],
      )
    }
    case 'ConditionalExpression':
      return [...textsOf(node['consequent'] as Node), ...textsOf(node['alternate'] as Node)]
    case 'LogicalExpression':
      return [...textsOf(node['left'] as Node), ...textsOf(node['right'] as Node)]
    case 'BinaryExpression':
      return node['operator'] === '+'
        ? joinedTexts(textsOf(node['left'] as Node), textsOf(node['right'] as Node))
        : [HOLE]
    case 'ParenthesizedExpression':
      return textsOf(node['expression'] as Node)
    default:
      return [HOLE]
  }
}

/** One that is added to another: that is looked at where it is made. */
const AFTER_ANOTHER = /^x7 (?=\p{Lu}[\p{L}\d]* )/u

const joinedTexts = (first: string[], second: string[]): string[] =>
  first.flatMap((a) => second.map((b) => a + b)).slice(0, 64)

const MAKES_TEXT = new Set(['Literal', 'TemplateLiteral', 'BinaryExpression'])
/**
 * As a person is spoken to: it begins with a capital letter, a hole or a quotation mark, has several words, and ends.
 */
const isSentence = (text: string): boolean =>
  /^(\p{Lu}|“|x7 )/u.test(text) && /\s\S*\p{L}{2}/u.test(text) && /[.?!]["”]?$/.test(text)

function sentencesOf(code: string, path: string): string[] {
  const see = (node: Node): string[] => {
    if (node.type === 'ImportDeclaration' || node.type === 'TSLiteralType') return []
    if (MAKES_TEXT.has(node.type)) {
      const texts = textsOf(node)
      const said = texts.map((text) => text.trim().replace(AFTER_ANOTHER, '')).filter(isSentence)
      if (said.length > 0) return said
    }
    return childrenOf(node).flatMap(see)
  }
  return see(parseSync(path, code).program as unknown as Node)
}

const filesOf = (path: string): string[] =>
  path.endsWith('.ts')
    ? [path]
    : readdirSync(`${src}${path}`, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => `${path}/${name.replaceAll('\\', '/')}`)

describe('sentences from outside of the page', () => {
  const recognise = makeRecognise(zh)

  it.each(SPEAK_TO_PERSONS)('of %s are known in Chinese', (path) => {
    const sentences = filesOf(path).flatMap((file) =>
      sentencesOf(readFileSync(`${src}${file}`, 'utf8'), file).map((text) => ({ file, text })),
    )
    expect(sentences).not.toEqual([])
    const unknown = sentences
      .filter(({ text }) => !FOR_OTHERS.has(text) && recognise(text) === undefined)
      .map(({ file, text }) => `${file}: ${text}`)
    expect(unknown).toEqual([])
  })

  it.each([
    ['a literal', `fail('It broke down.')`, ['It broke down.']],
    ['a template', '`It broke at ${place}.`', ['It broke at x7.']],
    [
      'both branches',
      "`It broke${late ? ' again' : ''}. Try ${n === 1 ? 'once' : 'twice'}.`",
      ['It broke again. Try once.', 'It broke again. Try twice.', 'It broke. Try once.', 'It broke. Try twice.'],
    ],
    ['pieces that are put together', "'It broke. ' + `Ask ${who}.`", ['It broke. Ask x7.']],
  ])('are found: %s', (_, code, found) => expect(sentencesOf(code, 'seen.ts')).toEqual(found))
})
