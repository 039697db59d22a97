import { createSignal, For, type JSX, Show } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import type { Provider } from '../../../settings/provider.ts'
import { LineField } from '../../base/kit/LineField.tsx'
import { typedMoney, typedWhole } from '../../base/kit/typed-number.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useProviders } from '../../base/state/providers.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { LearnedLacks } from './LearnedLacks.tsx'

type Override = NonNullable<Provider['overrides']>[string]
const ANSWERS = { '': undefined, yes: true, no: false }
const SENSES = [
  { sense: 'images', label: 'This model can see images' },
  { sense: 'sound', label: 'This model can hear audio' },
  { sense: 'tools', label: 'This model can use tools' },
] as const
const PRICES = [
  { part: 'input', label: 'Price per million input tokens (US dollars)' },
  { part: 'output', label: 'Price per million output tokens (US dollars)' },
] as const

/**
 * Facts that the person knows about the session’s model, for all sessions that use it: price, longest answer, and
 * whether it takes images, audio and tools. Features it has refused can be cleared here.
 */
export function ModelFactsFields(props: { config: Config }): JSX.Element {
  const { state } = useApp()
  const providers = useProviders()
  const [problem, setProblem] = createSignal('')
  const provider = () => state.providers?.find(({ id }) => id === props.config.model.providerId)
  const told = (): Override => provider()?.overrides?.[props.config.model.model] ?? {}
  const save = async (change: Partial<Override>): Promise<void> => {
    const known = provider()
    if (!known) return
    const { hasKey: _, ...plain } = JSON.parse(JSON.stringify(known)) as typeof known
    const { model } = props.config.model
    const overrides = { ...plain.overrides, [model]: { ...plain.overrides?.[model], ...change } }
    try {
      await providers.save({ ...plain, overrides }, '')
    } catch (error) {
      setProblem(messageOf(error))
    }
  }
  /** undefined: empty; null: invalid, with the problem shown. */
  const amount = (text: string): number | undefined | null => {
    const value = text.trim() === '' ? undefined : typedMoney(text)
    const right = value === undefined || (typeof value === 'number' && value >= 0 && value <= 100_000)
    setProblem(
      right ? '' : typeof value === 'object' ? value.problem : 'Enter an amount of 0 or more, or leave it empty.',
    )
    return right ? value : null
  }
  const [half, setHalf] = createSignal<{ input?: number; output?: number }>({})
  const shown = (part: 'input' | 'output') => told().price?.[part] ?? half()[part] ?? ''
  // with one price missing, those tokens would count as free
  const priced = (part: 'input' | 'output', text: string): void => {
    const value = amount(text)
    if (value === null) return
    const { price } = told()
    const known: { input?: number | undefined; output?: number | undefined } = { ...price, ...half(), [part]: value }
    const { input, output } = known
    const whole = input !== undefined && output !== undefined
    setHalf(whole ? {} : { ...(input !== undefined && { input }), ...(output !== undefined && { output }) })
    setProblem(whole || input === output ? '' : 'Enter both prices (0 if free). Until then neither is used.')
    if (whole)
      void save({
        price: { input, output, cacheRead: price?.cacheRead ?? null, cacheWrite: price?.cacheWrite ?? null },
      })
    else if (price !== undefined) void save({ price: undefined })
  }
  const feed = (text: string): void => {
    const value = amount(text)
    if (value !== null) void save({ searchFee: value })
  }
  const limited = (text: string): void => {
    const most = text.trim() === '' ? undefined : typedWhole(text)
    const right = most === undefined || most > 0
    setProblem(right ? '' : 'Enter a whole number of at least 1 token, or leave it empty.')
    if (right) void save({ maxOutput: most })
  }
  return (
    <Show when={provider()}>
      <For each={SENSES}>
        {({ sense, label }) => (
          <label class="choice-line">
            <span>{t(label)}</span>
            <select
              class="select small"
              onChange={({ currentTarget }) =>
                void save({ [sense]: ANSWERS[currentTarget.value as keyof typeof ANSWERS] })
              }
            >
              <option value="" selected={told()[sense] === undefined}>
                {t('Known value')}
              </option>
              <option value="yes" selected={told()[sense] === true}>
                {t('Yes')}
              </option>
              <option value="no" selected={told()[sense] === false}>
                {t('No')}
              </option>
            </select>
          </label>
        )}
      </For>
      <label class="choice-line">
        <span>{t('Run tool calls that this model writes as text')}</span>
        <select
          class="select small"
          onChange={({ currentTarget }) => void save({ runsWritten: currentTarget.value === 'yes' })}
        >
          <option value="no" selected={told().runsWritten !== true}>
            {t('No')}
          </option>
          <option value="yes" selected={told().runsWritten === true}>
            {t('Yes')}
          </option>
        </select>
      </label>
      <LearnedLacks provider={provider()} model={props.config.model.model} onProblem={setProblem} />
      <LineField
        label={t('Longest answer of this model, in tokens')}
        value={told().maxOutput ?? ''}
        invalid={problem() !== ''}
        placeholder={String(props.config.window?.maxOutput ?? t('known value'))}
        whole
        onChange={limited}
      />
      <For each={PRICES}>
        {({ part, label }) => (
          <LineField
            label={t(label)}
            value={shown(part)}
            invalid={problem() !== ''}
            placeholder={t('known value')}
            onChange={(text) => priced(part, text)}
          />
        )}
      </For>
      <LineField
        label={t('Price per thousand provider searches (US dollars)')}
        value={told().searchFee ?? ''}
        invalid={problem() !== ''}
        placeholder={t('known value')}
        onChange={feed}
      />
      <Show when={problem() !== ''}>
        <p class="field-error" role="alert">
          {said(problem())}
        </p>
      </Show>
    </Show>
  )
}
