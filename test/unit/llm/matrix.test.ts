import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { loadAdapter } from '../../../src/llm/adapters.ts'
import { runsCode } from '../../../src/settings/own-code.ts'
import { addableKinds, type ProviderKind, providerKinds } from '../../../src/settings/provider-kind.ts'
import { answersGoOn, factsOf } from '../../../src/settings/provider-kinds.ts'
import { searchesWeb } from '../../../src/settings/web-search.ts'
import { testTitles } from '../../support/test-titles.ts'

/**
 * The matrix in src/llm/README.md says what was proved: each row by tests that are there, each cell as the code has it.
 */

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8')
const exists = (path: string): boolean => existsSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)))
const titlesIn = (file: string): string[] => {
  const path = exists(`${file}.test.ts`) ? `${file}.test.ts` : `${file}.ts`
  return testTitles(path, read(path))
}
const [matrix = '', kinds = ''] = read('src/llm/README.md').split('## Kinds of odd answers')
const lines = matrix
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

/**
 * Who is proved: columns, by the names below. Where: a file without its `.test.ts` or `.ts`, and a test in it by its
 * whole title.
 */
type Proof = [columns: string, file: string, title: string]
/** The six wires, each of which runs the shared suite. */
const WIRES = 'chat openrouter openai anthropic google interactions'
const HOSTS = 'chat deepseek openrouter openai anthropic google'
const PROOF: Record<string, Proof[]> = {
  'text, thinking, parallel calls, order': [
    [WIRES, 'test/unit/llm/wire-contract', 'recorded bytes > in one piece give the parts'],
    ['chat', 'test/unit/llm/events', 'chat completions > think, call, text keep their order'],
    [
      'deepseek',
      'test/long/provider',
      'DeepSeek: what it thought before a tool goes back with the result, over a reload, and with the next question',
    ],
    [
      'demo',
      'test/unit/llm/demo',
      'demo > does the suggested task with real tools and quotes what they really returned',
    ],
  ],
  'second and third turn, on the wire': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what goes to Google > the second and the third turn bring everything along: signed thoughts, calls, what they found, pictures, documents',
    ],
    [HOSTS, 'test/unit/llm/presets-turns', '$name > gets the second and the third turn whole'],
    [
      'demo',
      'test/unit/llm/demo',
      'demo > asked again with the same messages it says the same: a reload goes on at the right place',
    ],
  ],
  'model switched in the middle of a round, every pair': [
    ['interactions', 'test/unit/llm/switch', 'from $name > to $name and on, in the second and the third turn'],
    [HOSTS, 'test/unit/llm/switch', 'from $name > to $name and on, in the second and the third turn'],
  ],
  'signatures, encrypted and redacted thinking back': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what goes to Google > the second and the third turn bring everything along: signed thoughts, calls, what they found, pictures, documents',
    ],
    [
      'chat',
      'test/unit/llm/second-turn',
      'the message after a round of tools > Gemini in the OpenAI format: a call of its own goes back with its signature, one of another model with the word for it',
    ],
    [
      'openrouter',
      'test/unit/llm/second-turn',
      'OpenRouter > its reasoning_details go back whole with the next question, and its price is the price',
    ],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a request to the Responses API > replays a round with whole items: nothing depends on what OpenAI still stores',
    ],
    [
      'anthropic',
      'test/unit/llm/request-anthropic',
      'a request to the Messages API > thinking with its signature, redacted thinking and calls come back in the next turn unchanged',
    ],
    [
      'google',
      'test/unit/llm/google',
      'what goes to Google > signatures come back where they were; a call of another model gets the word for it, one beside a signed call none',
    ],
  ],
  'thinking levels, and "off" said': [
    ['interactions', 'test/unit/llm/interactions', 'what goes to Google > asked to think %s'],
    [
      'chat deepseek openrouter',
      'test/unit/llm/second-turn',
      'the message after a round of tools > "off" is said to those who would think all the same, and not to those who refuse the word',
    ],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a request to the Responses API > a model that thinks is asked for its effort, a summary, and its reasoning in a form that can be sent back',
    ],
    [
      'anthropic',
      'test/unit/llm/request-anthropic',
      'a request to the Messages API > newer models think adaptively; off switches thinking off; a model that cannot think is not asked to',
    ],
    ['google', 'test/unit/llm/google', 'what goes to Google > %s, asked to think %s'],
  ],
  'images in; in tool results': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what goes to Google > the second and the third turn bring everything along: signed thoughts, calls, what they found, pictures, documents',
    ],
    ['interactions', 'test/unit/llm/pictures-in', '%s gets a picture of a person’s beside the words'],
    [HOSTS, 'test/unit/llm/pictures-in', '%s gets a picture of a person’s beside the words'],
    [
      'chat',
      'test/unit/llm/request-openai',
      'a request to an OpenAI-compatible server > images of a person go in place, images of a tool in a message behind all results',
    ],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a request to the Responses API > replays a round with whole items: nothing depends on what OpenAI still stores',
    ],
    [
      'anthropic',
      'test/unit/llm/request-anthropic',
      'a request to the Messages API > images stand where they are, also in results',
    ],
    [
      'google',
      'test/unit/llm/google',
      'what comes from Google > a picture and a PDF that a tool read are parts of its response',
    ],
  ],
  'PDF in, also in tool results (else its words)': [
    ['interactions', 'test/unit/llm/pictures-in', '%s gets a PDF of a person’s as a document'],
    ['openai anthropic google', 'test/unit/llm/pictures-in', '%s gets a PDF of a person’s as a document'],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a request to the Responses API > a PDF that a tool read is a file in its output',
    ],
    [
      'anthropic',
      'test/unit/llm/request-anthropic',
      'a request to the Messages API > a PDF that a tool read is a document in its result',
    ],
    [
      'google',
      'test/unit/llm/google',
      'what comes from Google > a picture and a PDF that a tool read are parts of its response',
    ],
  ],
  'recordings in (else a note)': [
    [
      'chat openrouter google interactions',
      'test/unit/llm/pictures-in',
      '%s gets a recording that a tool read beside its result, which has no place for sound',
    ],
    ['interactions', 'test/unit/llm/pictures-in', '%s gets a recording of a person’s beside the words'],
    ['chat openrouter google', 'test/unit/llm/pictures-in', '%s gets a recording of a person’s beside the words'],
    [
      'google',
      'test/long/recordings',
      'a recording goes to Gemini as sound, in the next turn too, and is played in the transcript after a reload; what only calls itself sound is refused',
    ],
  ],
  'images out, stored and shown': [
    [
      'chat openrouter',
      'test/unit/llm/other-places',
      'chat completions say it in another place > a picture without a word is an answer, in its place between words',
    ],
    [
      'openai',
      'test/unit/llm/other-places',
      'the Responses API says it in another place > a picture of its own tool is shown',
    ],
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > a picture is a part of the answer, in its place',
    ],
    ['google', 'test/unit/llm/google', 'what comes from Google > a picture is a part of the answer, in its place'],
    [
      'google',
      'test/unit/effects/ask-brain',
      'asking the brain > think, call, text, image keep their order, and a look into the past takes no place',
    ],
  ],
  'usage: cached, thinking, of broken and stopped answers': [
    [WIRES, 'test/unit/llm/wire-contract', 'recorded bytes > in one piece give the parts'],
    ['chat openrouter', 'test/unit/llm/events', 'chat completions > a broken answer says what had been counted'],
    ['anthropic', 'test/unit/llm/events', 'the Messages API > a broken answer says what had been counted'],
    ['google', 'test/unit/llm/google', 'what comes from Google > what a broken answer had cost by then is counted'],
  ],
  'the price that the provider says': [
    [
      'openrouter',
      'test/unit/llm/second-turn',
      'OpenRouter > its reasoning_details go back whole with the next question, and its price is the price',
    ],
  ],
  'refusal, length, empty, each broken stream, abort': [
    [WIRES, 'test/unit/llm/wire-contract', 'a refusal and the output limit are endings, not errors'],
    [
      WIRES,
      'test/unit/llm/wire-contract',
      'broken streams are retryable errors, never a finished answer > a cut at any byte of a recorded answer',
    ],
    [WIRES, 'test/unit/llm/hostile-wires', '%s > events come in another order, twice, or not at all'],
    ['demo', 'test/unit/llm/contract', 'a request that was aborted before ends with aborted and nothing else'],
  ],
  'statuses and error words': [[WIRES, 'test/unit/llm/wire-contract', 'status %i "%s" is %s']],
  're-attach to a running answer; Stop cancels it': [
    [
      'interactions',
      'test/long/re-attach',
      'Gemini, where the person has its answers stored: a reload in mid-sentence takes up the running answer; Stop ends it there',
    ],
    [
      'interactions',
      'test/unit/llm/interactions',
      'an interaction in the background > can be cancelled; what is taken up then breaks off',
    ],
    [
      'interactions',
      'test/unit/llm/interactions',
      'an interaction in the background > goes on when we hang up; taken up in its middle, it comes whole, and is asked for once',
    ],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a run in the background > goes on when we hang up; taken up in its middle, it comes whole',
    ],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a run in the background > can be cancelled; what is taken up then breaks off',
    ],
    [
      'openai',
      'test/e2e/re-attach',
      'OpenAI: a reload in mid-sentence takes up the running answer, which is asked for once; Stop ends it there',
    ],
  ],
  're-attach declined: nothing stored': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what goes to Google > a question %s is none, nothing is stored, and the answer has no name to be found by',
    ],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a request to the Responses API > where the person wants nothing stored, nothing is, and the answer is an ordinary stream',
    ],
  ],
  'list of models, with windows': [
    [
      'interactions',
      'test/unit/llm/google',
      'what comes from Google > names its models plainly, with their windows, and those that talk',
    ],
    ['chat openai', 'test/unit/llm/list-models', 'list of models > reads the shapes that servers send'],
    ['chat', 'test/unit/llm/list-models', 'list of models > hears what %s says of a window'],
    [
      'chat anthropic',
      'test/e2e/provider',
      '"Add provider" of kind %s > says whether it works: the right key, a wrong one, nobody there',
    ],
    [
      'google',
      'test/unit/llm/google',
      'what comes from Google > names its models plainly, with their windows, and those that talk',
    ],
    ['demo', 'test/unit/llm/demo', 'demo > is the one model that it lists'],
  ],
  'abilities and prices in that list': [
    ['openrouter', 'test/unit/llm/list-models', 'list of models > hears what a list says of abilities and prices'],
  ],
  'temperature, top-p, seed, output limit, extra JSON and headers': [
    [
      WIRES,
      'test/unit/llm/wire-contract',
      'recorded bytes > what the person adds joins the question, and the answer is the same',
    ],
    ['chat', 'test/unit/llm/advanced', 'what the person sets for a provider is sent > as chat completions'],
    [
      'openai',
      'test/unit/llm/advanced',
      'what the person sets for a provider is sent > to OpenAI, which takes no seed; models that think get no temperature, which they refuse',
    ],
    ['anthropic', 'test/unit/llm/advanced', 'what the person sets for a provider is sent > to Anthropic'],
    ['google', 'test/unit/llm/advanced', 'what the person sets for a provider is sent > to Gemini'],
  ],
  "the provider's own search, where the person allows it": [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > its own search is no call of ours; its pages stand behind their words, its queries are counted',
    ],
    [
      'openrouter openai anthropic google',
      'test/unit/llm/web-search',
      '$kind > is told that it may search, besides our own tools, only where the person said so and the model can',
    ],
  ],
  'the pages that it found, shown and exported, of broken answers too': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > its own search is no call of ours; its pages stand behind their words, its queries are counted',
    ],
    ['chat', 'test/unit/llm/web-search', 'Perplexity names the pages of every answer'],
    [
      'openrouter openai anthropic google',
      'test/unit/llm/web-search',
      '$kind > cut off anywhere, an answer keeps the pages and places that had come',
    ],
    [
      'openrouter openai anthropic google',
      'test/browser/ui/transcript',
      'the pages of an answer stand under it, numbered, with their host; what is no web address is no link',
    ],
    [
      'openrouter openai anthropic google',
      'test/unit/ui/share/formats',
      'the pages of an answer are numbered in Markdown and HTML; neither their titles nor their addresses can get out',
    ],
  ],
  'numbers behind the words that cite them, while they come': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > its own search is no call of ours; its pages stand behind their words, its queries are counted',
    ],
    [
      'openrouter openai anthropic google',
      'test/unit/llm/web-search',
      '$kind > says behind which words each page stands, and never before they have come',
    ],
    [
      'openai',
      'test/unit/llm/request-responses',
      'a run in the background > whose answer ran code and cited pages tells all of it, in its places',
    ],
  ],
  'how many searches it ran, and their fee in the cost': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > its own search is no call of ours; its pages stand behind their words, its queries are counted',
    ],
    [
      'openrouter openai anthropic google',
      'test/unit/llm/web-search',
      '$kind > says how many searches it took, which cost besides their tokens; OpenRouter says the whole price itself',
    ],
  ],
  "the provider's own sandbox for code, where the person allows it": [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > code that it runs itself is told with what it printed, and goes back as words',
    ],
    [
      'openai anthropic google',
      'test/unit/llm/code-runs',
      '$kind > is told of its sandbox, besides our own tools, only where the person said so and the model can',
    ],
    [
      'openai anthropic google',
      'test/browser/ui/transcript',
      'code that the provider ran is a card of its own: what was run, what it printed, while it runs and after',
    ],
    [
      'anthropic google',
      'test/long/provider-code',
      '$fields.kind runs code itself: a card has it while it runs, over reloads, and after; the next question takes it along',
    ],
  ],
  'what was run there, and what it printed, in the next turn': [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > code that it runs itself is told with what it printed, and goes back as words',
    ],
    [
      'openai anthropic google',
      'test/unit/llm/code-runs',
      '$kind > in the next turn it goes back: in blocks of its own where the wire has them, else as words',
    ],
    [HOSTS, 'test/unit/llm/code-runs', 'what one provider ran goes to every other as words'],
  ],
  'files in that sandbox are there in the next round': [
    [
      'anthropic',
      'test/unit/llm/anthropic-container',
      'the container that an answer named > in %s is named in the next request',
    ],
    [
      'openai',
      'test/unit/llm/openai-container',
      'the container that a run named > is named in the next request, the newest one',
    ],
  ],
  "the provider's other tools": [
    [
      'interactions',
      'test/unit/llm/interactions',
      'what comes from Google > steps, deltas and events that nobody knows do no harm',
    ],
    [
      'chat',
      'test/unit/llm/events',
      'chat completions > an event of another kind, an odd role and calls of the provider’s own tools are passed over, and noted',
    ],
    [
      'openai',
      'test/unit/llm/events',
      'the Responses API: calls that OpenAI carries out itself are not ours, unknown items and annotations are passed over',
    ],
    [
      'anthropic',
      'test/unit/llm/events',
      'the Messages API > unknown events, blocks, deltas and citations, and calls that Anthropic carries out itself, are passed over',
    ],
    [
      'google',
      'test/unit/llm/google',
      'what comes from Google > parts, fields and whole events that nobody knows do no harm',
    ],
  ],
  'in the built app, in a browser': [
    [
      'interactions',
      'test/long/re-attach',
      'Gemini, where the person has its answers stored: a reload in mid-sentence takes up the running answer; Stop ends it there',
    ],
    [
      'chat anthropic',
      'test/e2e/provider',
      '"Add provider" of kind %s > says whether it works: the right key, a wrong one, nobody there',
    ],
    [
      'deepseek',
      'test/long/provider',
      'DeepSeek: what it thought before a tool goes back with the result, over a reload, and with the next question',
    ],
    [
      'openrouter anthropic google',
      'test/e2e/provider',
      'three wires in one conversation: pages that a provider found stand under its answer, and where two have no room the third goes on, through a reload',
    ],
    [
      'openai',
      'test/e2e/re-attach',
      'OpenAI: a reload in mid-sentence takes up the running answer, which is asked for once; Stop ends it there',
    ],
    [
      'demo',
      'test/e2e/first-visit',
      'the first visit > the demo carries out its task with real tools, however often the page is reloaded',
    ],
  ],
  'a key by signing in': [
    [
      'openrouter',
      'test/unit/llm/openrouter-sign-in',
      'a code is exchanged for a key by whoever holds the verifier, once',
    ],
    [
      'openrouter',
      'test/e2e/provider',
      'signing in with OpenRouter: the key comes from there, through another window, and stands nowhere but in the vault',
    ],
  ],
}

describe('the matrix of src/llm/README.md', () => {
  it('has proofs for each of its rows, each of them a test that is there and is run', () => {
    expect(rows.map(([name]) => name)).toEqual(Object.keys(PROOF))
    const proofs = Object.values(PROOF).flat()
    const titles = new Map([...new Set(proofs.map(([, file]) => file))].map((file) => [file, titlesIn(file)]))
    expect(proofs.filter(([, file, title]) => !titles.get(file)?.includes(title))).toEqual([])
    for (const file of ['openai-compatible', 'openrouter', 'openai', 'anthropic', 'google', 'interactions'])
      expect(read(`test/unit/llm/${file}.test.ts`)).toContain('runWireContract(')
    expect(read('test/unit/llm/demo.test.ts')).toContain('runLlmContract(')
  })

  it('each cell that says that something was proved has a proof, and no proof is of what is not there', () => {
    for (const [name, proofs] of Object.entries(PROOF)) {
      const proved = new Set(proofs.flatMap(([columns]) => columns.split(' ')))
      for (const [at, cell] of cellsOf(name).entries()) {
        const key = COLUMNS[at]?.key ?? ''
        if (cell === '–') expect([name, key, proved.has(key)]).toEqual([name, key, false])
        else if (cell === '=') expect([name, key, proved.has('chat')]).toEqual([name, key, true])
        else if (cell !== 'D') expect([name, key, proved.has(key)]).toEqual([name, key, true])
      }
    }
  })

  it('each kind of odd answer has its tests', () => {
    const files = [...kinds.matchAll(/`([\w-]+\.test\.ts)` \|$/gm)].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(10)
    const places = ['test/unit/llm', 'test/unit/effects', 'test/unit/effects/context']
    expect(files.filter((file) => !places.some((place) => exists(`${place}/${file}`)))).toEqual([])
  })

  it('every kind of provider has a column, and every cell a word', () => {
    expect(head.slice(1)).toHaveLength(COLUMNS.length)
    for (const [at, { name }] of COLUMNS.entries()) expect(head[at + 1]).toContain(name)
    for (const row of rows) expect(row.filter((cell) => cell !== '')).toHaveLength(COLUMNS.length + 1)
    const columns = new Set<ProviderKind>([...COLUMNS.map(({ kind }) => kind), 'azure'])
    expect(columns).toEqual(new Set(providerKinds))
  })

  it('says of each what the code does: search, sandbox, lists of models, answers that go on', async () => {
    const has = (cell: string | undefined): boolean => cell !== '–' && cell !== undefined
    for (const [at, { kind, baseUrl, model, advanced }] of COLUMNS.entries()) {
      const cell = (row: string): boolean => has(cellsOf(row)[at])
      const place = { kind, baseUrl }
      expect(cell("the provider's own search, where the person allows it")).toBe(searchesWeb(place, model))
      expect(cell("the provider's own sandbox for code, where the person allows it")).toBe(runsCode(place, model))
      const goesOn = kind !== 'demo' && answersGoOn({ ...place, advanced })
      expect(cell('re-attach to a running answer; Stop cancels it')).toBe(goesOn)
      expect(cell('recordings in (else a note)')).toBe(kind !== 'demo' && factsOf(kind).sounds.length > 0)
      expect(cell('list of models, with windows')).toBe((await loadAdapter(kind)).listModels !== undefined)
    }
    for (const kind of addableKinds) expect(factsOf(kind)).toBeDefined()
  })
})

const COLUMNS: {
  key: string
  name: string
  kind: ProviderKind
  baseUrl: string
  model: string
  advanced?: { stored: boolean }
}[] = [
  {
    key: 'chat',
    name: 'chat completions',
    kind: 'openai-compatible',
    baseUrl: 'http://localhost:11434/v1',
    model: 'm',
  },
  {
    key: 'deepseek',
    name: 'DeepSeek',
    kind: 'openai-compatible',
    baseUrl: 'https://api.deepseek.com/v1',
    model: 'deepseek-chat',
  },
  { key: 'openrouter', name: 'OpenRouter', kind: 'openrouter', baseUrl: 'https://openrouter.ai/api/v1', model: 'x/y' },
  { key: 'openai', name: 'OpenAI', kind: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-5.1' },
  {
    key: 'anthropic',
    name: 'Anthropic',
    kind: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-sonnet-4-5',
  },
  {
    ...{ key: 'google', name: 'Gemini', kind: 'google', model: 'gemini-3-pro' },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
  },
  {
    ...{ key: 'interactions', name: 'Gemini in the background', kind: 'google', model: 'gemini-3-pro' },
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    advanced: { stored: true },
  },
  { key: 'demo', name: 'demo', kind: 'demo', baseUrl: '', model: 'demo' },
]
