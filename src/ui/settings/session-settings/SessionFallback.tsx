import { type JSX, Show } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { FallbackFields } from '../models/FallbackFields.tsx'

/** The models asked instead of a busy one in this session: the general list, or its own. */
export function SessionFallback(props: { config: Config }): JSX.Element {
  const { state, actions } = useApp()
  const own = () => props.config.fallback?.own === true
  const common = () => state.preferences.fallback
  const chain = () => (own() ? (props.config.fallback ?? common()) : common())
  const save = ({ models, after }: typeof state.preferences.fallback, isOwn: boolean): void => {
    const plain = models.map(({ providerId, model }) => ({ providerId, model }))
    actions.configure({ fallback: { models: plain, after, ...(isOwn && { own: true }) } })
  }
  const names = () =>
    common()
      .models.map(({ model }) => model)
      .join(t(', then '))
  return (
    <>
      <label class="check">
        <input type="checkbox" checked={own()} onChange={(event) => save(common(), event.currentTarget.checked)} />
        <span>{t('Use a separate list for this session')}</span>
      </label>
      <Show
        when={own()}
        fallback={
          <p class="hint">
            {names() === ''
              ? t('No fallback for this session. The list for all sessions is in Settings > Models.')
              : names()}
          </p>
        }
      >
        <FallbackFields chain={chain()} onChange={(changed) => save(changed, true)} />
      </Show>
    </>
  )
}
