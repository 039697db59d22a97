import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { runsCode } from '../../../src/settings/own-code.ts'
import { addableKinds, type ProviderKind, providerKinds } from '../../../src/settings/provider-kind.ts'
import { answersGoOn, factsOf } from '../../../src/settings/provider-kinds.ts'
import { searchesWeb } from '../../../src/settings/web-search.ts'

/** The matrix in src/llm/README.md says what was proved: each row by tests that are there, each cell as the code has it. */

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
const lines = read('src/llm/README.md')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
const [head = [], , ...rows] = lines
const cellsOf = (name: string): string[] => rows.find(([row]) => row === name)?.slice(1) ?? []

/** Where each row is proved: a file, and words that stand in it. */
const PROOF: Record<string, [file: string, words: string][]> = {
  'text, thinking, parallel calls, order': [['test/unit/llm/wire-contract.ts', 'in one piece give the parts']],
  'second and third turn, on the wire': [
    ['test/unit/llm/presets-turns.test.ts', 'the second and the third turn whole'],
  ],
  'model switched in the middle of a round, every pair': [['test/unit/llm/switch.test.ts', 'describe.each(PLACES)']],
  'signatures, encrypted and redacted thinking back': [['test/unit/llm/switch.test.ts', 'signature']],
  'thinking levels, and "off" said': [
    ['test/unit/llm/second-turn.test.ts', '"off" is said'],
    ['test/unit/llm/request-anthropic.test.ts', 'thinking'],
    ['test/unit/llm/google.test.ts', 'thinkingConfig'],
  ],
  'images in; in tool results': [
    ['test/unit/llm/second-turn.test.ts', 'an image in a failed result is not lost'],
    ['test/unit/llm/request-openai.test.ts', 'image'],
    ['test/unit/llm/request-responses.test.ts', 'image'],
    ['test/unit/llm/request-anthropic.test.ts', 'image'],
    ['test/unit/llm/google.test.ts', 'image'],
  ],
  'PDF in tool results (else its words)': [
    ['test/unit/llm/request-anthropic.test.ts', 'pdf'],
    ['test/unit/llm/google.test.ts', 'pdf'],
  ],
  'images out, stored and shown': [['test/unit/llm/google.test.ts', 'image']],
  'usage: cached, thinking, of broken and stopped answers': [
    ['test/unit/llm/second-turn.test.ts', 'xAI: tokens of thinking'],
  ],
  'the price that the provider says': [['test/unit/llm/second-turn.test.ts', 'its price is the price']],
  'refusal, length, empty, each broken stream, abort': [
    ['test/unit/llm/wire-contract.ts', 'recorded.refusal'],
    ['test/unit/llm/hostile-wires.test.ts', 'events come in another order'],
  ],
  'statuses and error words': [['test/unit/llm/wire-contract.ts', 'status']],
  're-attach to a running answer; Stop cancels it': [['test/unit/llm/request-responses.test.ts', 'can be cancelled']],
  're-attach declined: nothing stored': [['test/unit/llm/request-responses.test.ts', 'unstored']],
  'list of models, with windows': [['test/unit/llm/list-models.test.ts', 'contextWindow']],
  'abilities and prices in that list': [['test/unit/llm/list-models.test.ts', 'price']],
  'temperature, top-p, seed, output limit, extra JSON and headers': [['test/unit/llm/advanced.test.ts', 'seed']],
  "the provider's own search, where the person allows it": [
    ['test/unit/llm/web-search.test.ts', 'is told that it may search'],
  ],
  'the pages that it found, shown and exported, of broken answers too': [
    ['test/unit/llm/web-search.test.ts', 'keeps the pages and places that had come'],
    ['test/browser/ui/transcript.test.ts', 'the pages of an answer stand under it'],
    ['test/unit/ui/share/formats.test.ts', "type: 'sources'"],
  ],
  'numbers behind the words that cite them, while they come': [
    ['test/unit/llm/web-search.test.ts', 'says behind which words each page stands'],
    ['test/unit/llm/request-responses.test.ts', 'ran code and cited pages'],
  ],
  'how many searches it ran, and their fee in the cost': [
    ['test/unit/llm/web-search.test.ts', 'how many searches it took'],
  ],
  "the provider's own sandbox for code, where the person allows it": [
    ['test/unit/llm/code-runs.test.ts', 'is told of its sandbox'],
    ['test/browser/ui/transcript.test.ts', 'is a card of its own'],
  ],
  'what was run there, and what it printed, in the next turn': [
    ['test/unit/llm/code-runs.test.ts', 'in the next turn it goes back'],
    ['test/unit/llm/code-runs.test.ts', 'goes to every other as words'],
  ],
  "the provider's other tools": [['test/unit/llm/code-runs.test.ts', 'another server tool']],
  'in the built app, in a browser': [['test/e2e/provider.test.ts', 'it(']],
  'a key by signing in': [['test/unit/llm/openrouter-sign-in.test.ts', 'it(']],
}

describe('the matrix of src/llm/README.md', () => {
  it('has a proof for each of its rows, and no proof is of a row that is gone', () => {
    expect(rows.map(([name]) => name)).toEqual(Object.keys(PROOF))
    for (const proofs of Object.values(PROOF)) for (const [file, words] of proofs) expect(read(file)).toContain(words)
  })

  it('every kind of provider has a column, and every cell a word', () => {
    expect(head.slice(1)).toHaveLength(COLUMNS.length)
    for (const [at, { name }] of COLUMNS.entries()) expect(head[at + 1]).toContain(name)
    for (const row of rows) expect(row.filter((cell) => cell !== '')).toHaveLength(COLUMNS.length + 1)
    const kinds = new Set<ProviderKind>([...COLUMNS.map(({ kind }) => kind), 'azure'])
    expect(kinds).toEqual(new Set(providerKinds))
  })

  it('says of each what the code does: search, sandbox, lists of models, answers that go on', async () => {
    const has = (cell: string | undefined): boolean => cell !== '–' && cell !== undefined
    for (const [at, { kind, baseUrl, model }] of COLUMNS.entries()) {
      const cell = (row: string): boolean => has(cellsOf(row)[at])
      const place = { kind, baseUrl }
      expect(cell("the provider's own search, where the person allows it")).toBe(searchesWeb(place, model))
      expect(cell("the provider's own sandbox for code, where the person allows it")).toBe(runsCode(place, model))
      const goesOn = kind !== 'demo' && answersGoOn({ ...place, advanced: undefined })
      expect(cell('re-attach to a running answer; Stop cancels it')).toBe(goesOn)
      expect(cell('list of models, with windows')).toBe((await loadAdapter(kind)).listModels !== undefined)
    }
    for (const kind of addableKinds) expect(factsOf(kind)).toBeDefined()
  })
})

const COLUMNS: { name: string; kind: ProviderKind; baseUrl: string; model: string }[] = [
  { name: 'chat completions', kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1', model: 'm' },
  { name: 'DeepSeek', kind: 'openai-compatible', baseUrl: 'https://api.deepseek.com/v1', model: 'deepseek-chat' },
  { name: 'OpenRouter', kind: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', model: 'x/y' },
  { name: 'OpenAI', kind: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.1' },
  { name: 'Anthropic', kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' },
  {
    ...{ name: 'Gemini', kind: 'google', model: 'gemini-3-pro' },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  { name: 'demo', kind: 'demo', baseUrl: '', model: 'demo' },
]
