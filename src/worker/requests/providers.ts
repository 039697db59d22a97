import type { PROVIDER_LIST, ProviderView } from '../../protocol/provider-list.ts'
import type { PROVIDER_REQUESTS } from '../../protocol/providers.ts'
import { Advanced } from '../../settings/advanced.ts'
import { parseBaseUrl } from '../../settings/base-url.ts'
import type { Preset } from '../../settings/presets.ts'
import { DEMO_PROVIDER, type Provider } from '../../settings/provider.ts'
import { kindFor } from '../../settings/provider-kinds.ts'
import type { Database } from '../../storage/schema.ts'
import { deleteListedModels } from '../../storage/settings/listed-models.ts'
import { deleteProvider, readProvider, readProviders, saveProvider } from '../../storage/settings/settings.ts'
import { hasSecret, originOf } from '../../storage/settings/vault.ts'
import { keepTried, listAgain } from '../ports/list-models.ts'
import { Refused, refused } from '../refused.ts'
import type { HandlersOf, RequestEnvironment } from '../request-handlers.ts'

/** The providers of models. A key is stored here and never returned. */
export const PROVIDER_HANDLERS: HandlersOf<typeof PROVIDER_LIST & typeof PROVIDER_REQUESTS> = {
  'list-providers': async (_request, { db }) => {
    const { providers } = await readProviders(db)
    return Promise.all(providers.map((provider) => viewOf(db, provider)))
  },
  'save-provider': save,
  'begin-provider-sign-in': async ({ provider, returnTo }, { db }) =>
    (await import('./provider-sign-in.ts')).begin(db, await checkedProvider(provider), returnTo),
  'finish-provider-sign-in': async ({ query }, environment) => {
    const { finish } = await import('./provider-sign-in.ts')
    const { provider, key, settle } = await finish(environment.db, query)
    const saved = await save({ provider, key }, environment)
    await settle()
    return saved
  },
  'delete-provider': async ({ providerId }, { db, settingsChanged }) => {
    await deleteProvider(db, providerId)
    await deleteListedModels(db, providerId)
    settingsChanged()
    return null
  },
  'test-provider': async ({ provider, key }, { db }) =>
    (await import('./test-provider.ts')).testProvider(db, await checkedProvider(provider), key?.trim()),
  'list-models': async ({ provider, key }, { db }) =>
    (await import('./test-provider.ts')).listModels(db, await checkedProvider(provider), key?.trim()),
  'find-local-servers': async (_request, { db }) => {
    const [{ listModels }, { localServers }, { isThere }] = await Promise.all([
      import('./test-provider.ts'),
      import('./local-servers.ts'),
      import('./is-there.ts'),
    ])
    const unsaved = ({ name, kind, baseUrl }: Preset): Provider => ({
      ...{ id: `unsaved ${baseUrl}`, kind, label: name, baseUrl, model: 'none', models: [], createdAt: 0 },
    })
    return localServers((preset) => listModels(db, unsaved(preset), ''), isThere)
  },
}

async function save(
  { provider, key }: { provider: Provider; key?: string | undefined },
  { db, settingsChanged }: Pick<RequestEnvironment, 'db' | 'settingsChanged'>,
): Promise<ProviderView> {
  const checked = await withOwnName(db, await withKnown(db, await checkedProvider(provider)))
  await saveProvider(db, checked, key?.trim())
  await keepTried(db, checked)
  settingsChanged()
  // for later runs: the provider's description of its models
  listAgain(db, checked.id).catch(() => {}) // nobody waits for it
  return viewOf(db, checked)
}

async function viewOf(db: Database, provider: Provider): Promise<ProviderView> {
  return { ...provider, hasKey: await hasSecret(db, provider.id, originOf(provider.baseUrl)) }
}

/** Numbers two keys of one provider. */
async function withOwnName(db: Database, provider: Provider): Promise<Provider> {
  const { providers } = await readProviders(db)
  const taken = new Set(providers.flatMap(({ id, label }) => (id === provider.id ? [] : [label])))
  for (let n = 1; ; n++) {
    const label = n === 1 ? provider.label : `${provider.label.slice(0, 75)} ${n}`
    if (!taken.has(label)) return { ...provider, label }
  }
}

/** Keeps the person's settings and the learned facts about models when a form is saved that doesn’t show them. */
async function withKnown(db: Database, provider: Provider): Promise<Provider> {
  const before = await readProvider(db, provider.id)
  if (before === null || before.baseUrl !== provider.baseUrl) return provider
  const { windows, overrides, blind, deaf, lacks } = before
  return { ...withoutAbsent({ windows, overrides, blind, deaf, lacks }), ...withoutAbsent(provider) }
}

const withoutAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

async function problemOf(advanced: Provider['advanced']): Promise<string | null> {
  if (advanced === undefined) return null
  const parsed = Advanced.safeParse(advanced)
  if (!parsed.success) return 'Check the fields under Advanced.'
  const { headers = {}, body = '' } = parsed.data
  const { headersAsText, parseExtraBody, parseHeaders } = await import('../../settings/extra-request.ts')
  const read = [parseHeaders(headersAsText(headers)), parseExtraBody(body)]
  const wrong = read.find((part) => 'problem' in part)
  return wrong !== undefined && 'problem' in wrong ? wrong.problem : null
}

/** The page also checks, to show problems beside the field; this check decides. */
async function checkedProvider(provider: Provider): Promise<Provider> {
  if (provider.kind === 'demo' || provider.id === DEMO_PROVIDER.id) throw refused('demo-has-no-settings')
  const baseUrl = parseBaseUrl(provider.baseUrl, 'your network')
  if (typeof baseUrl !== 'string') throw refused('bad-address', baseUrl)
  const problem = await problemOf(provider.advanced)
  if (problem !== null) throw new Refused(problem)
  return { ...provider, kind: kindFor(provider.kind, baseUrl), baseUrl }
}
