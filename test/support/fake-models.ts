import type { ModelsView, ModelView } from '../../src/protocol/models.ts'
import type { Provider } from '../../src/settings/provider.ts'

/** Facts about every model of a fake worker, unless its name says otherwise. */
const FACTS: Omit<ModelView, 'id'> = {
  name: null,
  window: 128_000,
  maxOutput: 16_000,
  thinks: false,
  sees: true,
  reads: false,
  hears: [],
  acts: true,
  price: { input: 2.5, output: 10 },
}

/** The models of these providers as a worker reports them. */
export function fakeModels(providers: Pick<Provider, 'id' | 'label' | 'model' | 'models'>[]): ModelsView {
  return {
    providers: providers.map(({ id, label, model, models }) => ({
      providerId: id,
      label,
      local: false,
      listedAt: models.length > 0 ? 1 : null,
      models: [...new Set([model, ...models])].map((name) => ({ ...FACTS, id: name })),
    })),
    catalogue: { date: '2026-09-23', source: 'a fake' },
  }
}
