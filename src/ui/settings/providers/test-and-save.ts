import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { TestOutcome } from '../../../protocol/providers.ts'
import type { Work } from '../../base/state/create-work.ts'
import { useProviders } from '../../base/state/providers.ts'
import { t } from '../../base/words/t.ts'
import { OTHER_THAN_CHAT } from '../models/model-sections.ts'
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
    if (model.trim() === '') {
      // a list alone proves little: the server may still answer no message in this wire
      const found = await providers.listModels(named, key).catch(() => null)
      // the test says why there is no list
      if (found === null) return providers.test(named, key)
      form.offer(found)
      const first = found.find((id) => !OTHER_THAN_CHAT.test(id)) ?? found[0]
      if (first === undefined) return { ok: false, message: t('Connected, but it lists no models. Type a model name.') }
      form.change({ model: first })
      return providers.test({ ...named, model: first }, key)
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
