import { showHidden } from '../../base/words/hidden-signs.ts'
import './model-picker.css'
import { createSignal, For, type JSX, Show, Suspense } from 'solid-js'
import ChevronDown from '~icons/lucide/chevron-down'
import type { Config } from '../../../agent/config.ts'
import { DEMO_PROVIDER, lacksOf, overrideOf } from '../../../settings/provider.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { createChange } from '../../base/state/create-change.ts'
import { t } from '../../base/words/t.ts'
import { THINKING_LEVELS } from './thinking-levels.ts'

const ModelDialog = lazy(() => import('../models/ModelDialog.tsx'))

type Chosen = Config['model']

/** A model, and how much it thinks: of this session from its next answer on, or of the next session. */
export default function ModelPicker(props: {
  model: Chosen
  /** For a session that does not exist yet. */
  next?: boolean
  /** Returns the command's id; null: there is none. */
  onChange: (model: Partial<Chosen>) => string | null
}): JSX.Element {
  const { state } = useApp()
  const [choosing, setChoosing] = createSignal(false)
  const named = createChange(
    () => JSON.stringify([props.model.providerId, props.model.model]),
    (value) => {
      const [providerId, model] = JSON.parse(value) as [string, string]
      return props.onChange({ providerId, model })
    },
  )
  const shown = (): string => {
    const [providerId, model = ''] = JSON.parse(named.shown()) as string[]
    const known = [...(state.providers ?? []), DEMO_PROVIDER].some(({ id }) => id === providerId)
    if (model === '') return t('No model')
    const words = showHidden(model)
    return known || state.providers === null ? words : t('{model} (provider not set up here)', { model: words })
  }
  const onlyTalks = (): boolean => {
    const provider = state.providers?.find(({ id }) => id === props.model.providerId)
    if (provider === undefined) return false
    return overrideOf(provider, props.model.model)?.tools === undefined
      ? lacksOf(provider, props.model.model).includes('tools')
      : overrideOf(provider, props.model.model)?.tools === false
  }
  const thinking = createChange(
    () => props.model.thinking,
    (level: Chosen['thinking']) => props.onChange({ thinking: level }),
  )
  const label = (): string =>
    props.next
      ? t('Model of the next session: {model}', { model: shown() })
      : t('Model of this session: {model}', { model: shown() })
  return (
    <>
      <button
        type="button"
        class="model-button"
        aria-haspopup="dialog"
        aria-label={label()}
        title={shown()}
        onClick={() => setChoosing(true)}
      >
        <span>{shown()}</span>
        <ChevronDown size={14} />
      </button>
      <Show when={onlyTalks()}>
        <span class="badge" title={t('It rejected tools. You can reset this in Session options.')}>
          {t('chat only, no tools')}
        </span>
      </Show>
      <Show when={props.model.providerId !== DEMO_PROVIDER.id}>
        <select
          class="select thinking-level"
          aria-label={t('Thinking')}
          title={t('Thinking')}
          value={thinking.shown()}
          onChange={(event) => thinking.choose(event.currentTarget)}
        >
          <For each={THINKING_LEVELS}>{({ level, label }) => <option value={level}>{t(label)}</option>}</For>
        </select>
      </Show>
      <Suspense>
        <Show when={choosing()}>
          <ModelDialog
            label={props.next ? t('Model of the next session') : t('Model of this session')}
            current={props.model}
            onPick={({ providerId, model }) => named.choose({ value: JSON.stringify([providerId, model]) })}
            onClose={() => setChoosing(false)}
          />
        </Show>
      </Suspense>
    </>
  )
}
