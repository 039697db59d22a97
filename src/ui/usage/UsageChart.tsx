import { For, type JSX } from 'solid-js'
import { tokens } from '../kit/tokens.ts'
import { dollars } from './money.ts'
import type { UsageDay } from './sum-usage.ts'

/** What each day took: money, or tokens where no day has a price. */
export function UsageChart(props: { days: UsageDay[] }): JSX.Element {
  const inMoney = () => props.days.some(({ cost }) => cost > 0)
  const amount = (day: UsageDay): number => (inMoney() ? day.cost : day.tokens)
  const words = (value: number): string => (inMoney() ? dollars(value) : `${tokens(value)} tokens`)
  const most = () => Math.max(...props.days.map(amount))
  const label = () =>
    `${inMoney() ? 'Cost' : 'Tokens'} of each of the last ${props.days.length} days, at most ${words(most())}`
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
        <span>{most() > 0 ? `highest day ${words(most())}` : ''}</span>
        <span>{props.days.at(-1)?.day}</span>
      </figcaption>
    </figure>
  )
}
