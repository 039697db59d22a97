import { For, type JSX, Show } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import { lacksOf } from '../../../settings/provider.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useProviders } from '../../base/state/providers.ts'
import { t } from '../../base/words/t.ts'

/**
 * Features that a model has refused, and no longer receives. The person can clear them, because the model may accept
 * them later.
 */
export function LearnedLacks(props: {
  provider: ProviderView | undefined
  model: string
  onProblem: (words: string) => void
}): JSX.Element {
  const providers = useProviders()
  const learned = () => (props.provider === undefined ? [] : lacksOf(props.provider, props.model))
  const forget = async (): Promise<void> => {
    if (props.provider === undefined) return
    const { hasKey: _, ...plain } = JSON.parse(JSON.stringify(props.provider)) as ProviderView
    const { [props.model]: __, ...lacks } = plain.lacks ?? {}
    try {
      await providers.save({ ...plain, lacks }, '')
    } catch (error) {
      props.onProblem(messageOf(error))
    }
  }
  return (
    <Show when={learned().length > 0}>
      <div class="choice-line">
        <span>
          {t('Rejected by this model and no longer sent:')}
          <ul>
            <For each={learned()}>{(lack) => <li>{wordsOf(lack)}</li>}</For>
          </ul>
        </span>
        <button type="button" class="button small" onClick={() => void forget()}>
          {t('Forget this')}
        </button>
      </div>
    </Show>
  )
}

/** See llm/refusals.ts. */
function wordsOf(lack: string): string {
  const [kind = '', what = ''] = lack.split(/:(.*)/s)
  if (lack === 'tools') return t('tools: chat only')
  if (lack === 'system') return t('a system prompt: sent in the first message instead')
  if (lack === 'thinking') return t('a level of thinking')
  if (lack === 'forgotten') return t('a conversation without earlier thinking: it is sent back')
  const [from = '', to = ''] = what.split('>')
  return kind === 'rename' ? t('{from}: renamed to {to}', { from, to }) : what
}
