import { createSignal, type JSX } from 'solid-js'
import { TextField } from '../../base/kit/TextField.tsx'
import { typedWhole } from '../../base/kit/typed-number.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'

/** The size above which an interrupted answer is requested again only if the person says so. */
export function AskAgain(): JSX.Element {
  const { state, actions } = useApp()
  const [problem, setProblem] = createSignal<string>()
  const change = (text: string): void => {
    const tokens = text.trim() === '' ? null : typedWhole(text)
    const right = tokens === null || tokens > 0
    setProblem(right ? undefined : t('Enter a whole number above 0, or leave it empty.'))
    if (right) void actions.setPreferences({ askBeforeAgainAbove: tokens })
  }
  return (
    <TextField
      label={t('Ask before retrying answers longer than (tokens)')}
      problem={problem()}
      hint={t(
        'If a crash or lost connection cuts off an answer and the provider can’t resume it, retrying costs its tokens again. Empty: never ask.',
      )}
      inputmode="numeric"
      value={state.preferences.askBeforeAgainAbove ?? ''}
      onChange={change}
    />
  )
}
