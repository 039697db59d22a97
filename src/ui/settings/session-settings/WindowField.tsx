import { createSignal, type JSX, Show } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { LineField } from '../../base/kit/LineField.tsx'
import { typedWhole } from '../../base/kit/typed-number.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useProviders } from '../../base/state/providers.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/** Context window of the session’s model, for all sessions that use it: for servers that do not report it. */
export function WindowField(props: { config: Config }): JSX.Element {
  const { actions, state } = useApp()
  const providers = useProviders()
  const [problem, setProblem] = createSignal('')
  const provider = () => state.providers?.find(({ id }) => id === props.config.model.providerId)
  const save = async (text: string): Promise<void> => {
    const known = provider()
    if (!known) return
    const size = typedWhole(text)
    if (text.trim() !== '' && !(size >= 500 && size <= 100_000_000))
      return void setProblem('Enter a whole number of at least 500 tokens, or leave it empty.')
    setProblem('')
    const { hasKey: _, ...plain } = known
    const windows = Object.fromEntries(
      Object.entries(plain.windows ?? {}).map(([model, window]) => [model, { ...window }]),
    )
    delete windows[props.config.model.model]
    if (text.trim() !== '') windows[props.config.model.model] = { size, by: 'person' }
    try {
      await providers.save({ ...plain, models: [...plain.models], windows }, '')
      actions.configure({ model: { ...props.config.model } })
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <Show when={provider()}>
      <LineField
        label={t('Context window of this model, in tokens')}
        value={provider()?.windows?.[props.config.model.model]?.size ?? ''}
        invalid={problem() !== ''}
        placeholder={String(props.config.window?.size ?? '')}
        whole
        onChange={(text) => void save(text)}
      />
      <Show when={problem() !== ''}>
        <p class="field-error" role="alert">
          {said(problem())}
        </p>
      </Show>
    </Show>
  )
}
