import { createSignal, type JSX, Show } from 'solid-js'
import { TextField } from '../../base/kit/TextField.tsx'
import { typedMoney } from '../../base/kit/typed-number.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { dollars } from './money.ts'

/** The limit on the cost of all sessions in one day, and today’s cost so far. */
export function DayLimit(props: { spent: number }): JSX.Element {
  const { actions, state } = useApp()
  const [problem, setProblem] = createSignal<string>()
  const limit = () => state.preferences.maxCostPerDay
  const save = (text: string): void => {
    const value = text.trim() === '' ? null : typedMoney(text)
    if (typeof value === 'object' && value !== null) return void setProblem(value.problem)
    const wrong = value !== null && !(value > 0 && value <= 1_000_000)
    setProblem(wrong ? t('Enter an amount above 0, or leave it empty for no limit.') : undefined)
    if (!wrong) void actions.setPreferences({ maxCostPerDay: value })
  }
  return (
    <div class="day-limit">
      <TextField
        label={t('Limit per day over all sessions, in US dollars')}
        problem={problem()}
        hint={t('Above this, requests stop until the next day or until you raise it. Empty: no limit.')}
        inputmode="decimal"
        value={limit() ?? ''}
        onChange={save}
      />
      <Show when={limit()}>
        {(most) => (
          <p class="day-limit-bar">
            <meter
              aria-label={t("Used of today's limit")}
              min="0"
              max={most()}
              high={most() * 0.8}
              value={Math.min(props.spent, most())}
            />
            <span class="hint">
              {t('{spent} of {limit} today', { spent: dollars(props.spent), limit: dollars(most()) })}
            </span>
          </p>
        )}
      </Show>
    </div>
  )
}
