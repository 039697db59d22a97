import type { JSX } from 'solid-js'
import type { Mode } from '../../agent/mode.ts'
import { Field } from '../base/kit/Field.tsx'
import { useApp } from '../base/state/app-context.ts'
import { MODE_NAMES, MODE_WORDS } from '../base/words/mode-words.ts'
import { t } from '../base/words/t.ts'

/** The mode that new sessions begin with. */
export function ModeChoice(): JSX.Element {
  const { state, actions } = useApp()
  const mode = () => state.preferences.mode
  const choose = async (control: HTMLSelectElement): Promise<void> => {
    await actions.setPreferences({ mode: control.value as Mode })
    // if refused, shows the stored value again
    control.value = mode()
  }
  return (
    <Field label={t('Mode of new sessions')} hint={t(MODE_WORDS[mode()])} problem={undefined}>
      {(ids) => (
        <select
          id={ids.id}
          class="select"
          aria-describedby={ids.describedBy}
          value={mode()}
          onChange={(event) => void choose(event.currentTarget)}
        >
          <option value="ask">{t(MODE_NAMES.ask)}</option>
          <option value="careful">{t(MODE_NAMES.careful)}</option>
          <option value="free">{t(MODE_NAMES.free)}</option>
        </select>
      )}
    </Field>
  )
}
