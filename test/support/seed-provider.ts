import type { Page } from 'playwright-core'
import type { Provider } from '../../src/settings/provider.ts'
import type { ProviderFields } from './app.ts'
import { askWorker } from './ask-worker.ts'

const KINDS = {
  'OpenAI-compatible': 'openai-compatible',
  OpenAI: 'openai',
  Anthropic: 'anthropic',
  OpenRouter: 'openrouter',
  'Google Gemini': 'google',
} satisfies Record<ProviderFields['kind'], Provider['kind']>

type Seed = ProviderFields & Required<Pick<ProviderFields, 'key' | 'model'>>

/**
 * Saves a provider with the two requests of the "Add provider" dialog. The dialog itself takes two seconds;
 * test/e2e/provider.test.ts proves it.
 */
export async function seedProvider(page: Page, fields: Seed): Promise<void> {
  const { kind: label, baseUrl, key, model, goOn, window } = fields
  const kind = KINDS[label]
  const id = `${kind}@${baseUrl.replace(/^https?:\/\//, '')}`.slice(0, 60)
  const advanced = goOn ? { advanced: { stored: true } } : {}
  const windows = window === undefined ? {} : { windows: { [model]: { size: window, by: 'person' as const } } }
  const provider = { id, kind, label: new URL(baseUrl).host, baseUrl, model, models: [], createdAt: Date.now() }
  const { defaultProviderId } = await askWorker(page, { kind: 'get-preferences' })
  if (defaultProviderId === null)
    await askWorker(page, { kind: 'set-preferences', preferences: { defaultProviderId: id } })
  // last: the page shows its start page as soon as there is a provider
  await askWorker(page, { kind: 'save-provider', provider: { ...provider, ...advanced, ...windows }, key })
}
