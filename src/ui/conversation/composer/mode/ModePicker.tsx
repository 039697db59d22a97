import './mode-picker.css'
import { type JSX, Show } from 'solid-js'
import type { Mode } from '../../../../agent/mode.ts'
import { useApp } from '../../../base/state/app-context.ts'
import { createChange } from '../../../base/state/create-change.ts'
import { HOME } from '../../../base/state/drafts.ts'
import type { OpenSession } from '../../../base/state/ui-state.ts'
import { MODE_NAMES, MODE_WORDS } from '../../../base/words/mode-words.ts'
import { t } from '../../../base/words/t.ts'
import { chooseMode, chosenMode } from './chosen-mode.ts'

/** What the session’s model may do without asking; on the start page, that of the next session. */
export default function ModePicker(props: { session: OpenSession }): JSX.Element {
  const { actions, state } = useApp()
  const isNew = () => props.session.id === HOME
  const helps = () => state.sessions?.find(({ id }) => id === props.session.id)?.helps
  const stored = (): Mode =>
    isNew() ? (chosenMode() ?? state.preferences.mode) : (props.session.view?.config.mode ?? 'ask')
  const { shown, choose } = createChange<Mode>(stored, (mode) => {
    if (!isNew()) return actions.configure({ mode })
    chooseMode(mode)
    return null
  })
  const words = () => {
    const own = t(MODE_WORDS[shown()])
    return helps() === undefined ? own : `${own} ${t('A helper has at most the mode of the session it helps.')}`
  }
  return (
    <>
      <select
        class="select mode-picker"
        aria-label={t('Mode')}
        aria-describedby="mode-words"
        title={words()}
        data-mode={shown()}
        value={shown()}
        onChange={(event) => choose(event.currentTarget)}
      >
        <option value="ask">{t(MODE_NAMES.ask)}</option>
        <option value="careful">{t(MODE_NAMES.careful)}</option>
        <option value="free">{t(MODE_NAMES.free)}</option>
      </select>
      <span id="mode-words" hidden>
        {words()}
      </span>
      <Show when={shown() === 'free' && props.session.view?.head.private}>
        <span class="mode-note" title={t('This session holds private material, so whatever could send it asks.')}>
          {t('Private: asks before it sends')}
        </span>
      </Show>
    </>
  )
}
