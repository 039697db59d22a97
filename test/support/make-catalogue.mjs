/**
 * Makes src/llm/catalogue.json, public facts about the models of well-known hosts, from the data of a well-maintained
 * package, which is fetched for this and is not a dependency. Run `node test/support/make-catalogue.mjs [version]`,
 * then check the difference and commit it.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const PACKAGE = '@oh-my-pi/pi-catalog'
const version = process.argv[2] ?? '18.2.11'

/**
 * A model as the package describes it.
 * @typedef {{ id: string, name: string, kind?: string, reasoning: boolean, input: string[], supportsTools?: boolean,
 * contextWindow: number | null, maxTokens: number | null, cost: Rates & { longContext?: Rates & { inputThreshold:
 * number } } }} Model
 * @typedef {{ input: number, output: number, cacheRead?: number, cacheWrite?: number }} Rates
 * @typedef {{ lists: string[], only?: RegExp, unpriced?: boolean, idOf?: (id: string) => string }} Source
 * @typedef {(number | null)[] | null} Price
 * @typedef {[id: string, name: string, window: number, maxOutput: number | null, abilities: string, price: Price]} Row
 */

/**
 * Which lists of the package describe the models of a host. `unpriced`: lists of a subscription, whose prices say
 * nothing.
 * @type {Record<string, Source>}
 */
const HOSTS = {
  'api.openai.com': { lists: ['openai'] },
  'api.anthropic.com': { lists: ['anthropic'] },
  'generativelanguage.googleapis.com': { lists: ['google'] },
  'openrouter.ai': { lists: ['openrouter'] },
  'api.deepseek.com': { lists: ['deepseek'] },
  'api.moonshot.ai': { lists: ['moonshot'] },
  // billed in yuan
  'api.moonshot.cn': { lists: ['moonshot'], unpriced: true },
  'dashscope-intl.aliyuncs.com': {
    lists: ['alibaba-token-plan', 'alibaba-coding-plan'],
    only: /^qwen/,
    unpriced: true,
  },
  'dashscope.aliyuncs.com': { lists: ['alibaba-token-plan', 'alibaba-coding-plan'], only: /^qwen/, unpriced: true },
  'api.z.ai': { lists: ['zai'] },
  'api.x.ai': { lists: ['xai'] },
  'api.mistral.ai': { lists: ['mistral'] },
  'api.groq.com': { lists: ['groq'] },
  'api.together.xyz': { lists: ['together'] },
  'api.fireworks.ai': { lists: ['fireworks'], idOf: fireworksId },
  'api.cerebras.ai': { lists: ['cerebras'] },
  'api.perplexity.ai': { lists: [] },
}

/**
 * Models missing in the package, in the form of the file's rows.
 * @type {Record<string, Row[]>}
 */
const ADDED = {
  'api.anthropic.com': [
    ['claude-fable-5-2', 'Claude Fable 5.2', 1_000_000, 128_000, 'hit', [10, 50, 1, 12.5]],
    ['claude-sonnet-5-5', 'Claude Sonnet 5.5', 1_000_000, 128_000, 'hit', [2, 10, 0.2, 2.5]],
    ['claude-haiku-5-5', 'Claude Haiku 5.5', 1_000_000, 128_000, 'hit', null],
    ['claude-3-7-sonnet', 'Claude Sonnet 3.7', 200_000, 64_000, 'hit', [3, 15, 0.3, 3.75]],
    ['claude-3-5-haiku', 'Claude Haiku 3.5', 200_000, 8192, 'it', [0.8, 4, 0.08, 1]],
  ],
  // each request costs, too, so the price of its tokens alone would be too low
  'api.perplexity.ai': [
    ['sonar', 'Sonar', 128_000, null, 'i', null],
    ['sonar-pro', 'Sonar Pro', 200_000, null, 'i', null],
    ['sonar-reasoning-pro', 'Sonar Reasoning Pro', 128_000, null, 'hi', null],
  ],
}

/** Input of more than 200,000 tokens costs more; the package does not say so. */
const GEMINI_2_5_PRO = [1.25, 10, 0.125, null, 200_000, 2.5, 15, 0.25, null]
const GEMINI_3_PRO = [2, 12, 0.2, null, 200_000, 4, 18, 0.4, null]

/**
 * Corrections of the package's data, by host and id.
 * @type {Record<string, [ids: RegExp, to: { price?: Price, window?: number }][]>}
 */
const CORRECTED = {
  'generativelanguage.googleapis.com': [
    [/^gemini-2\.5-pro/, { price: GEMINI_2_5_PRO }],
    [/^gemini-3(\.1)?-pro-preview/, { price: GEMINI_3_PRO }],
  ],
  // a window of a million tokens needs a header that is not sent
  'api.anthropic.com': [[/^claude-sonnet-4-(5|0|2)/, { window: 200_000 }]],
}

/**
 * Models that take recordings, by host, which the package does not say. From the makers' documentation: all Gemini
 * models that do not draw.
 * @type {Record<string, RegExp>}
 */
const HEARS = {
  'generativelanguage.googleapis.com': /^gemini-(?!.*image)/,
  'openrouter.ai': /^(google\/gemini-(?!.*image)|mistralai\/voxtral-|openai\/gpt-(4o-)?audio)/,
}

/** Models for which the data is inconsistent: some names think and others do not. */
const THINKS = /^(anthropic\/)?claude-(opus|sonnet)-4(-1)?(-2025\d{4})?$/

/** Models that do not hold a conversation with tools. */
const OTHER =
  /deep-research|computer-use|realtime|transcribe|-live-|native-audio|robotics|-tts|-audio|image|vl-ocr|:batch$/

const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
try {
  const [packed] = JSON.parse(npm('pack', `${PACKAGE}@${version}`, '--json', '--pack-destination', folder))
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder])
  const read = (/** @type {string} */ path) => JSON.parse(readFileSync(join(folder, 'package', path), 'utf8'))
  const { license } = read('package.json')
  if (license !== 'MIT') throw new Error(`The licence of ${PACKAGE} is ${license} now.`)
  const date = String(JSON.parse(npm('view', PACKAGE, 'time', '--json'))[version]).slice(0, 10)
  const lists = read('src/models.json')
  const hosts = Object.fromEntries(Object.entries(HOSTS).map(([host, source]) => [host, rowsOf(host, source, lists)]))
  const target = fileURLToPath(new URL('../../src/llm/catalogue.json', import.meta.url))
  writeFileSync(target, asText({ date, source: `${PACKAGE} ${version} (${license})` }, hosts))
  for (const [host, rows] of Object.entries(hosts)) console.info(`${String(rows.length).padStart(4)} ${host}`)
} finally {
  rmSync(folder, { recursive: true })
}

/** @param {string[]} args */
function npm(...args) {
  return execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/**
 * @param {string} host @param {Source} source @param {Record<string, Record<string, Model>>} all
 * @returns {Row[]}
 */
function rowsOf(host, { lists, only = /./, unpriced = false, idOf = (id) => id }, all) {
  /** @type {Map<string, Row>} */
  const rows = new Map((ADDED[host] ?? []).map((row) => [row[0], row]))
  for (const list of lists) {
    if (all[list] === undefined) throw new Error(`${PACKAGE} has no list ${list} any more.`)
    for (const model of Object.values(all[list] ?? {})) {
      if (model.kind !== undefined || !model.contextWindow) continue
      if (OTHER.test(model.id) || !only.test(model.id) || rows.has(idOf(model.id))) continue
      rows.set(idOf(model.id), rowOf(host, model, idOf, unpriced))
    }
  }
  // the newest first, judged by their names; for hosts with many makers, by maker
  const newest = (/** @type {string} */ id) => (host === 'openrouter.ai' ? 0 : versionIn(id))
  return [...rows.values()].sort(([a], [b]) => newest(b) - newest(a) || (a < b ? -1 : 1))
}

/**
 * @param {string} host @param {Model} model @param {(id: string) => string} idOf @param {boolean} unpriced
 * @returns {Row}
 */
function rowOf(host, model, idOf, unpriced) {
  const fitting = (CORRECTED[host] ?? []).filter(([ids]) => ids.test(model.id))
  /** @type {{ price?: Price, window?: number }} */
  const corrected = Object.assign({}, ...fitting.map(([, to]) => to))
  const window = corrected.window ?? model.contextWindow ?? 0
  const maxOutput = model.maxTokens && model.maxTokens <= window ? model.maxTokens : null
  const abilities = [
    model.reasoning || THINKS.test(model.id) ? 'h' : '',
    model.input.includes('image') ? 'i' : '',
    HEARS[host]?.test(model.id) ? 'a' : '',
    model.supportsTools === false ? '' : 't',
  ].join('')
  const price = unpriced ? null : (corrected.price ?? priceOf(model))
  const id = idOf(model.id)
  return [id, model.name === id ? '' : plain(model.name), window, maxOutput, abilities, price]
}

/**
 * Zero means unknown in the package, except for models whose id says free.
 * @param {Model} model
 * @returns {Price}
 */
function priceOf({ id, cost }) {
  // a router's price depends on its target
  if (cost.input < 0 || cost.output < 0) return null
  if (cost.input === 0 && cost.output === 0) return id.endsWith(':free') ? [0, 0, null, null] : null
  const more = cost.longContext
  return [...rates(cost), ...(more === undefined ? [] : [more.inputThreshold, ...rates(more)])]
}

/**
 * US dollars per million tokens. A cache price of zero means that there is none.
 * @param {Rates} rates
 */
function rates({ input, output, cacheRead, cacheWrite }) {
  return [round(input), round(output), round(cacheRead) || null, round(cacheWrite) || null]
}

/** @param {number | undefined} dollars */
function round(dollars) {
  return Math.round((dollars ?? 0) * 1e6) / 1e6
}

/**
 * The display name in "Anthropic: Claude Opus 5 (free)".
 * @param {string} name
 */
function plain(name) {
  return name
    .replace(/^[^:]{1,24}: /, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
}

/**
 * 5.4 for gpt-5.4, 4.5 for claude-opus-4-5-20251101; a name without a version means the latest and gets a higher number
 * than all.
 * @param {string} id
 */
function versionIn(id) {
  const name = id.slice(id.lastIndexOf('/') + 1)
  const [, whole, part = '0'] =
    /(?:^o|[a-z]-?|-v|-k)(\d{1,2})(?:[.p-](\d{1,2})(?![\dbkm]))?(?![\dbkm])/i.exec(name) ?? []
  if (whole === undefined) return /latest$/.test(name) ? 100 : 0
  return Number(whole) + Number(part) / 100
}

/** @param {string} id */
function fireworksId(id) {
  const name = id.replace(/(?<=\d)\.(?=\d)/g, 'p')
  return `accounts/fireworks/${id.endsWith('-fast') ? 'routers' : 'models'}/${name}`
}

/**
 * One line per model, so that a difference is readable.
 * @param {object} head
 * @param {Record<string, Row[]>} hosts
 */
function asText(head, hosts) {
  const parts = Object.entries(hosts).map(
    ([host, rows]) => `${JSON.stringify(host)}:[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]`,
  )
  return `${JSON.stringify(head).slice(0, -1)},"hosts":{\n${parts.join(',\n')}\n}}\n`
}
