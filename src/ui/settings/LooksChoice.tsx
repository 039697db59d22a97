import { For, type JSX } from 'solid-js'
import type { Preferences } from '../../settings/preferences.ts'
import { useApp } from '../base/state/app-context.ts'
import { type PlainPhrase, t } from '../base/words/t.ts'

type Choice = { [N in 'textSize' | 'chatWidth' | 'sendKey']: { name: N; options: Record<Preferences[N], PlainPhrase> } }
const TEXT_SIZE: Choice['textSize']['options'] = {
  small: 'Small',
  normal: 'Normal',
  large: 'Large',
  larger: 'Very large',
}
const CHAT_WIDTH: Choice['chatWidth']['options'] = { narrow: 'Narrow', normal: 'Normal', wide: 'Wide' }
const SEND_KEY: Choice['sendKey']['options'] = {
  enter: 'Enter (Shift+Enter adds a line)',
  'mod-enter': 'Ctrl+Enter or Cmd+Enter (Enter adds a line)',
}
const CHOICES = [
  { name: 'textSize', label: 'Text size', options: TEXT_SIZE },
  { name: 'chatWidth', label: 'Chat width', options: CHAT_WIDTH },
  { name: 'sendKey', label: 'Key that sends', options: SEND_KEY },
] as const satisfies readonly { name: keyof Choice; label: PlainPhrase; options: Record<string, PlainPhrase> }[]

/** How large the text is, how wide the conversation, and which key sends. */
export function LooksChoice(): JSX.Element {
  const { state, actions } = useApp()
  const choose = async (name: keyof Choice, control: HTMLSelectElement): Promise<void> => {
    await actions.setPreferences({ [name]: control.value } as Partial<Preferences>)
    // if refused, shows the stored value again
    control.value = state.preferences[name]
  }
  return (
    <For each={CHOICES}>
      {({ name, label, options }) => (
        <label class="choice-line">
          <span>{t(label)}</span>
          <select
            class="select small"
            value={state.preferences[name]}
            onChange={(event) => void choose(name, event.currentTarget)}
          >
            <For each={Object.entries(options)}>
              {([value, words]) => (
                <option value={value} selected={state.preferences[name] === value}>
                  {t(words)}
                </option>
              )}
            </For>
          </select>
        </label>
      )}
    </For>
  )
}
