import type { Config } from '../../agent/config.ts'
import type { Failure } from '../../agent/content.ts'
import type { ModelConnection } from '../../effects/ask-brain-ports.ts'
import { createGuardedFetch } from '../../effects/guarded-fetch.ts'
import { scrub } from '../../effects/scrub.ts'
import { makeSecretFinder } from '../../effects/secret-finder.ts'
import type { Adapter, AdapterOptions } from '../../llm/adapter.ts'
import { loadAdapter } from '../../llm/adapters.ts'
import { costOf, DEMO_FACTS, type Price } from '../../llm/model-facts.ts'
import type { Llm } from '../../llm/port.ts'
import { withHeaders } from '../../llm/with-headers.ts'
import { Advanced } from '../../settings/advanced.ts'
import type { Preferences } from '../../settings/preferences.ts'
import { DEMO_PROVIDER, overrideOf, type Provider } from '../../settings/provider.ts'
import { answersGoOn, keyHeader } from '../../settings/provider-kinds.ts'
import { searchFee } from '../../settings/web-search.ts'
import type { Database } from '../../storage/schema.ts'
import { wasOllama } from '../../storage/settings/listed-models.ts'
import { type ForAsking, readForAsking } from '../../storage/settings/read-for-asking.ts'
import { lacksAt, learnLack } from '../policy/lacks.ts'
import { Refused } from '../refused.ts'
import { known } from '../stored-secret.ts'
import { testSilenceLimit } from '../test-seams.ts'
import { askingCode } from './asking-code.ts'

/**
 * Makes a model out of a provider's settings and its secret. The secret goes into the guarded fetch and nowhere else.
 */

/** Imports a part of the code, perhaps again and again until it comes (until-loaded.ts). */
type Load = <Code>(code: () => Promise<Code>) => Promise<Code>
/** What a request goes through before it gets its key. */
type Tap = (fetch: typeof globalThis.fetch) => typeof globalThis.fetch

/** The code of a provider family is a separate chunk. Loading starts right away and is awaited on first use. */
export type OpenProvider = {
  adapter: Promise<Adapter>
  options: AdapterOptions
  /** For words that are ours or an error's. What a model says is scrubbed part by part, by `guard`. */
  scrub: (text: string) => string
  guard: (llm: Llm) => Llm
  /** For names that the provider gives. */
  cleanName: (name: string) => string
  retries?: number | undefined
}

/**
 * `key`: the key to use; undefined: the vault's key for this provider and origin. `stored`: the provider, if it was
 * read already.
 */
export async function openProvider(
  db: Database,
  provider: Provider,
  key: string | undefined,
  load: Load = (code) => code(),
  tap: Tap = (fetch) => fetch,
  stored?: ForAsking,
): Promise<OpenProvider> {
  const adapter = load(() => loadAdapter(provider.kind))
  adapter.catch(() => {}) // whoever uses it hears of it
  const { baseUrl } = provider
  if (provider.kind === 'demo')
    return {
      adapter,
      options: { baseUrl, fetch: noNetwork },
      scrub: (text) => text,
      guard: (llm) => llm,
      cleanName: (name) => name,
    }
  const origin = new URL(baseUrl).origin
  const { listed, secret: secretOf } = stored ?? (await readForAsking(db, provider.id))
  const isOllama = provider.kind === 'openai-compatible' && wasOllama(listed(provider))
  const secret = key ?? known(await secretOf(origin))
  const guarded = createGuardedFetch({
    allowed: (target) => target === origin,
    plainInNetwork: true,
    secretFor: (target) => (secret !== '' && target === origin ? keyHeader(provider.kind, secret) : null),
    fetch: globalThis.fetch.bind(globalThis),
  })
  const advanced = Advanced.safeParse(provider.advanced).data
  const fetch = withHeaders(tap(guarded), advanced?.headers)
  const said = advanced?.patience === undefined ? {} : { silenceLimit: advanced.patience * 1000 }
  const patience = __FAILPOINTS__ ? { silenceLimit: testSilenceLimit(), ...said } : said
  return {
    adapter,
    options: { baseUrl, fetch, advanced, isOllama, ...patience },
    scrub: (text) => scrub(text, [secret]),
    guard: (llm) =>
      async function* (request) {
        const { scrubbedLlm } = await load(askingCode.scrub)
        yield* scrubbedLlm(llm, [secret])(request)
      },
    cleanName: (name) => makeSecretFinder([secret])?.clean(name) ?? name,
    retries: advanced?.retries,
  }
}

/**
 * The model of a session. Errors are sentences for the person: what is missing and where to change it. `limited`: the
 * daily limit applies; the demo costs nothing.
 */
export async function connect(
  db: Database,
  model: Config['model'],
  load: Load,
  {
    tap,
    limited = true,
    learned = () => undefined,
    mended,
  }: {
    tap?: Tap
    limited?: boolean
    /** Something was learned of the model, and is kept. */
    learned?: () => void
    /** Something of an answer was skipped or mended. */
    mended?: (what: string) => void
  } = {},
): Promise<ModelConnection | { failure: Failure }> {
  const stored = model.providerId === DEMO_PROVIDER.id ? undefined : await readForAsking(db, model.providerId)
  const over = limited && stored ? await dayIsOver(db, stored.preferences()) : null
  if (over !== null) return { failure: over }
  const provider = stored ? stored.provider() : demoFor(model.model)
  if (provider === null)
    return {
      failure: {
        kind: 'config',
        message:
          'This device has no provider for this session. Add one, or choose another model under the session’s title, then Retry.',
      },
    }
  let open: OpenProvider
  try {
    open = await openProvider(db, provider, undefined, load, tap, stored)
  } catch (error) {
    if (error instanceof Refused) return { failure: { kind: 'config', message: error.message } }
    throw error
  }
  const { adapter } = open
  const options = { ...open.options, note: mended }
  // known before the first answer, because the adapter brings the catalogue
  let price: Price | null = null
  const told = overrideOf(provider, model.model)
  const priced = priceOf(provider, model.model, stored, load).then((known) => {
    price = known
  })
  priced.catch(() => {}) // who asks hears of it
  return {
    llm: open.guard(learning(db, provider, model, stored, lazyLlm(adapter, options, priced), load, learned)),
    baseUrl: provider.kind === 'demo' ? null : provider.baseUrl,
    scrub: open.scrub,
    retries: open.retries,
    runsWritten: told?.runsWritten,
    // a price that the person entered is that of how they are served
    cost: (usage) =>
      costOf(
        told?.price === undefined ? usage : { ...usage, tier: undefined },
        price,
        told?.searchFee ?? searchFee(provider),
      ),
    cancelRun: answersGoOn(provider)
      ? async (id) => (await adapter.catch(() => null))?.background?.cancel(options, id)
      : null,
  }
}

/** Ends a run without a listener, so that the rest is not paid for. Best effort: never rejects. */
export async function endRun(
  db: Database,
  model: Pick<Config['model'], 'providerId' | 'model'>,
  responseId: string,
): Promise<void> {
  try {
    const connection = await connect(db, { ...model, thinking: 'off' }, (code) => code(), { limited: false })
    if (!('failure' in connection)) await connection.cancelRun?.(responseId)
  } catch {
    // keys that are locked, or storage that fails: the run ends by itself, and at worst its rest is billed
  }
}

/**
 * The person's word first, then the provider's list, then the catalogue. OpenRouter says itself what an answer cost.
 */
async function priceOf(
  provider: Provider,
  model: string,
  stored: ForAsking | undefined,
  load: Load,
): Promise<Price | null> {
  if (provider.kind === 'demo') return DEMO_FACTS.price
  const listed = stored?.listed(provider)?.models.find(({ id }) => id === model)
  const said = overrideOf(provider, model)?.price ?? listed?.price
  return said ?? (await load(askingCode.catalogue)).describeModel(provider, model).price
}

/** Remembers a refusal that names what the model does not accept. */
function learning(
  db: Database,
  provider: Provider,
  { providerId, model }: Config['model'],
  stored: ForAsking | undefined,
  llm: Llm,
  load: Load,
  learned: () => void,
): Llm {
  if (provider.kind === 'demo') return llm
  const known = async (): Promise<readonly string[]> => {
    const listed = stored?.listed(provider)?.models.find(({ id }) => id === model)?.tools
    return lacksAt(provider, model, listed ?? (await load(askingCode.catalogue)).describeModel(provider, model).tools)
  }
  return async function* (request) {
    const { learningLlm } = await load(askingCode.lacks)
    // what cannot be kept now is learned from the next refusal
    const learn = async (lack: string) => await learnLack(db, { providerId, model }, lack).then(learned, () => {})
    yield* learningLlm(llm, { known, learn })(request)
  }
}

/** null: there is money left. */
async function dayIsOver(db: Database, { maxCostPerDay }: Preferences): Promise<Failure | null> {
  if (maxCostPerDay === null) return null
  const { spentToday } = await import('../../storage/usage/spent-today.ts')
  const spent = await spentToday(db, Date.now())
  if (spent < maxCostPerDay) return null
  const message = `Today's limit over all sessions is reached: $${spent.toFixed(2)} of $${maxCostPerDay.toFixed(2)}. Raise it in Settings > Usage, then Retry.`
  return { kind: 'config', message }
}

function lazyLlm(adapter: Promise<Adapter>, options: AdapterOptions, ready: Promise<void>): Llm {
  return async function* (request) {
    await ready
    yield* (await adapter).create(options)(request)
  }
}

/** In the test build a session's model may name the script's speed, as `demo:?speed=20`. */
const demoFor = (model: string): Provider =>
  __FAILPOINTS__ && model.startsWith('demo:') ? { ...DEMO_PROVIDER, baseUrl: model } : DEMO_PROVIDER

const noNetwork: typeof fetch = () => Promise.reject(new TypeError('The demo model has no network.'))
