import { createResource } from 'solid-js'
import { isSound } from '../../../../agent/attachments.ts'
import { askedModel } from '../../../../agent/fallback.ts'
import type { ModelView } from '../../../../protocol/models.ts'
import { useApp } from '../../../base/state/app-context.ts'
import { useAsk } from '../../../base/state/ask.ts'
import type { Attached } from '../../../base/state/drafts.ts'
import type { PlainPhrase } from '../../../base/words/t.ts'
import { defaultProvider } from '../../../settings/providers/default-provider.ts'

/**
 * Tells, before sending, what the model cannot read of the attachments; null: no known obstacle. Reactive. Asks the
 * worker only if something is attached.
 */
export function createLacks(attached: () => readonly Attached[]): (block: Attached) => PlainPhrase | null {
  const { state } = useApp()
  const ask = useAsk()
  /** Model of the session; on the first page the model for new sessions. */
  const chosen = (): { providerId: string; model: string } | null => {
    const view = state.open?.view
    if (view) return askedModel(view)
    const provider = defaultProvider(state)
    return provider === undefined ? null : { providerId: provider.id, model: provider.model }
  }
  const [facts] = createResource(
    () => {
      if (!attached().some((block) => block.type === 'image' || isSound(block))) return null
      const model = chosen()
      return model === null ? null : JSON.stringify([model.providerId, model.model])
    },
    async (key): Promise<ModelView | null> => {
      const [providerId, id] = JSON.parse(key) as [string, string]
      const view = await ask({ kind: 'models', again: false }).catch(() => null)
      return (
        view?.providers.find((each) => each.providerId === providerId)?.models.find((model) => model.id === id) ?? null
      )
    },
    // without it the nearest Suspense hides all attachments until the worker answers, and a long paste is lost
    { initialValue: null },
  )
  return (block) => {
    const model = facts.latest
    if (!model) return null
    if (isSound(block)) return model.hears.includes(block.mediaType) ? null : NOT_HEARD
    return block.type === 'image' && model.sees === false ? NOT_SEEN : null
  }
}

const NOT_HEARD = 'This model can’t listen to audio. It will only see the file name.'
const NOT_SEEN = 'This model can’t see images. It will only see the file name.'
