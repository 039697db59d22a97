import { For, type JSX } from 'solid-js'
import { tokens } from '../../base/kit/tokens.ts'
import { t } from '../../base/words/t.ts'
import { dollars } from './money.ts'
import type { UsageDay } from './sum-usage.ts'

/** The usage of each day: money, or tokens if no day has a price. */
export function UsageChart(props: { days: UsageDay[] }): JSX.Element {
  const inMoney = () => props.days.some(({ cost }) => cost > 0)
  const amount = (day: UsageDay): number => (inMoney() ? day.cost : day.tokens)
  const words = (value: number): string => (inMoney() ? dollars(value) : t('{n} tokens', { n: tokens(value) }))
  const most = () => Math.max(...props.days.map(amount))
  const label = () => {
    const held = { days: props.days.length, most: words(most()) }
    return inMoney()
      ? t('Cost of each of the last {days} days, at most {most}', held)
      : t('Tokens of each of the last {days} days, at most {most}', held)
  }
  return (
    <figure class="usage-chart">
      <svg viewBox={`0 0 ${props.days.length * 10} 60`} role="img" aria-label={label()} preserveAspectRatio="none">
        <For each={props.days}>
          {(day, index) => {
            const height = () => (most() === 0 ? 0 : Math.max(amount(day) > 0 ? 1 : 0, (amount(day) / most()) * 58))
            return (
              <rect x={index() * 10 + 1} y={60 - height()} width="8" height={height()} rx="1">
                <title>
                  {day.day}: {words(amount(day))}
                </title>
              </rect>
            )
          }}
        </For>
      </svg>
      <figcaption class="hint">
        <span>{props.days[0]?.day}</span>
        <span>{most() > 0 ? t('highest day {amount}', { amount: words(most()) }) : ''}</span>
        <span>{props.days.at(-1)?.day}</span>
      </figcaption>
    </figure>
  )
}
