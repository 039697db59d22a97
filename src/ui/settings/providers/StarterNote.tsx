import { createMemo, createResource, type JSX } from 'solid-js'
import type { ModelView } from '../../../protocol/models.ts'
import { useAsk } from '../../base/state/ask.ts'
import { t } from '../../base/words/t.ts'
import { plainPrice, priceWords } from '../models/model-words.ts'
import type { ProviderForm } from './create-provider-form.ts'

/** The model that is used unless the person chooses another, with its price. */
export function StarterNote(props: { form: ProviderForm }): JSX.Element {
  const ask = useAsk()
  const asked = createMemo(
    () => {
      const draft = props.form.draft()
      return draft === null ? null : { draft, key: `${draft.kind} ${draft.baseUrl} ${draft.model}` }
    },
    null,
    { equals: (a, b) => a?.key === b?.key },
  )
  const [facts] = createResource(asked, async ({ draft }): Promise<ModelView | null> => {
    try {
      const { providers } = await ask({ kind: 'models', of: draft, again: false })
      return providers.flatMap(({ models }) => models).find(({ id }) => id === draft.model) ?? null
    } catch (error) {
      console.warn('The price of a model could not be looked up', error)
      return null
    }
  })
  const words = (): string => {
    const { model } = props.form.fields()
    // the facts of the model before are not said of the next
    const known = facts.state === 'ready' ? facts() : null
    if (known?.id !== model) return t('Model: {model}', { model })
    const price = priceWords(known, false)
    return plainPrice(known, false) === null
      ? t('Model: {model} ({price} per million tokens)', { model, price })
      : t('Model: {model} ({price})', { model, price })
  }
  return (
    <p class="hint starter-note">
      {words()}
      <br />
      {t('Change it under Advanced, or later.')}
    </p>
  )
}
