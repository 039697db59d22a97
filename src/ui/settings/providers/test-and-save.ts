import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { TestOutcome } from '../../../protocol/providers.ts'
import type { Work } from '../../base/state/create-work.ts'
import { useProviders } from '../../base/state/providers.ts'
import { t } from '../../base/words/t.ts'
import type { ProviderForm } from './create-provider-form.ts'
import { useFirstProvider } from './first-provider.ts'

/** The two buttons of the form. `work` has their result. `saved`: called with the stored provider. */
export function useTestAndSave(
  form: ProviderForm,
  work: Work<TestOutcome>,
  saved: (provider: ProviderView) => void,
): { test: () => void; save: () => void } {
  const saysFirst = useFirstProvider()
  const providers = useProviders()
  const askTest = async (): Promise<TestOutcome> => {
    const { key, model } = form.fields()
    const named = { ...form.provider(), model: model.trim() || 'none' }
    // without a model no answer can be requested, but the list of models proves the connection as well
    const found = model.trim() === '' ? await providers.listModels(named, key).catch(() => null) : null
    if (found !== null) {
      form.offer(found)
      if (found[0]) form.change({ model: found[0] })
      const message =
        found.length === 0
          ? t('Connected, but it lists no models. Type a model name.')
          : t('Connected. {n} models available.', { n: found.length })
      return { ok: true, message }
    }
    const outcome = await providers.test(named, key)
    if (outcome.models) form.offer(outcome.models)
    return outcome
  }
  return {
    test: () => {
      if (form.accepted({ model: false })) void work.run(askTest, t('Testing…'))
    },
    save: () => {
      if (!form.accepted({ model: true })) return
      void work.run(async () => {
        const provider = await providers.save(form.provider(), form.fields().key)
        await saysFirst(provider.id)
        saved(provider)
        return null
      }, t('Saving…'))
    },
  }
}
