import { createSignal, type JSX, Show } from 'solid-js'
import type { Answer } from '../../../agent/message.ts'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import { overrideOf } from '../../../settings/provider.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useProviders } from '../../base/state/providers.ts'
import { t } from '../../base/words/t.ts'

const WORDS = {
  shown: 'This model writes tool calls as text. Nothing was run.',
  unfit: 'This model writes tool calls as text. This one matches no tool, so nothing was run.',
  run: 'This model writes tool calls as text.',
} as const

/** Says that the calls of an answer came as text, and lets the person approve running them. */
export default function WrittenCalls(props: {
  written: NonNullable<Answer['written']>
  model: Answer['model']
}): JSX.Element {
  const { state } = useApp()
  const providers = useProviders()
  const [problem, setProblem] = createSignal('')
  /** Set by a press here: what happens next is announced in place of the button. */
  const [allowed, setAllowed] = createSignal(false)
  const provider = () => state.providers?.find(({ id }) => id === props.model?.providerId)
  const mayAllow = (): boolean => {
    const known = provider()
    return (
      props.written === 'shown' &&
      known !== undefined &&
      props.model !== null &&
      overrideOf(known, props.model.model)?.runsWritten !== true
    )
  }
  const allow = async (): Promise<void> => {
    const known = provider()
    const model = props.model?.model
    if (known === undefined || model === undefined) return
    const { hasKey: _, ...plain } = JSON.parse(JSON.stringify(known)) as ProviderView
    const overrides = { ...plain.overrides, [model]: { ...plain.overrides?.[model], runsWritten: true } }
    try {
      await providers.save({ ...plain, overrides }, '')
      setAllowed(true)
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  return (
    <>
      <p class="mark">
        {t(WORDS[props.written])}
        <Show when={allowed()}>
          {' '}
          {t('They run from the next answer, with the same permissions as any other call.')}
        </Show>
      </p>
      <Show when={mayAllow()}>
        <div class="row answer-actions">
          <button type="button" class="button" onClick={() => void allow()}>
            {t('Run these calls')}
          </button>
        </div>
      </Show>
      <Show when={problem() !== ''}>
        <p class="mark bad" role="alert">
          {problem()}
        </p>
      </Show>
    </>
  )
}
