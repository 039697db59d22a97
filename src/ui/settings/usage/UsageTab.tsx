import { useAsk } from '../../base/state/ask.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import './usage.css'
import { createMemo, createResource, createSignal, For, type JSX, Show } from 'solid-js'
import type { UsageRow, UsageView } from '../../../protocol/usage.ts'
import { isLocal } from '../../../settings/place-of-host.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { saveFile } from '../../base/kit/save-file.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { useApp } from '../../base/state/app-context.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { count, type PlainPhrase, t } from '../../base/words/t.ts'
import { DayLimit } from './DayLimit.tsx'
import { costWords } from './money.ts'
import { type Grouping, lastDays, sumUsage, totalOf, usageCsv } from './sum-usage.ts'
import { UsageChart } from './UsageChart.tsx'

const GROUPINGS: [by: Grouping, words: PlainPhrase, head: PlainPhrase][] = [
  ['day', 'By day', 'Day'],
  ['month', 'By month', 'Month'],
  ['model', 'By model', 'Model'],
  ['session', 'By session', 'Session'],
]
const SHOWN = 60
const CHART_DAYS = 30

/** The usage of all sessions: tokens and money, by day, month, model and session. */
export function UsageTab(): JSX.Element {
  const ask = useAsk()
  const [view] = createResource(() => ask({ kind: 'usage' }))
  return (
    <Show
      when={!view.error && view.latest}
      fallback={
        <p class={view.error ? 'field-error' : 'hint'}>{view.error ? messageOf(view.error) : t('Counting…')}</p>
      }
    >
      {(now) => <Usage view={now()} />}
    </Show>
  )
}

function Usage(props: { view: UsageView }): JSX.Element {
  const { state } = useApp()
  const [by, setBy] = createSignal<Grouping>('day')
  // the demo’s answers are scripted
  const rows = createMemo(() => props.view.rows.filter(({ providerId }) => providerId !== DEMO_PROVIDER.id))
  const local = createMemo(
    () => new Set((state.providers ?? []).filter(({ baseUrl }) => isLocal(baseUrl)).map(({ id }) => id)),
  )
  const since = (start: string) => rows().filter(({ day }) => day.startsWith(start))
  const unpriced = () => totalOf(rows().filter(({ providerId }) => !local().has(providerId))).unpriced
  const lines = createMemo(() => sumUsage(rows(), by()))
  const providerName = (id: string): string => state.providers?.find((provider) => provider.id === id)?.label ?? id
  const save = (): void =>
    saveFile(new Blob([usageCsv(rows(), providerName)], { type: 'text/csv' }), `reflexor-usage-${props.view.today}.csv`)
  return (
    <>
      <dl class="usage-sums">
        <For
          each={[
            ['Today', since(props.view.today)] as const,
            ['This month', since(props.view.today.slice(0, 7))] as const,
            ['All time', rows()] as const,
          ]}
        >
          {([name, of]) => (
            <div>
              <dt>{t(name)}</dt>
              <Sum of={of} local={of.every(({ providerId }) => local().has(providerId))} />
            </div>
          )}
        </For>
      </dl>
      <Show when={unpriced()}>
        {(answers) => (
          <p class="hint usage-unpriced">
            {count(
              answers(),
              '1 answer has no known price. The real cost is higher than shown, and cost limits don’t count it.',
              '{n} answers have no known price. The real cost is higher than shown, and cost limits don’t count them.',
            )}{' '}
            {t('You can enter a price in Session options, for that session’s model.')}
          </p>
        )}
      </Show>
      <DayLimit spent={totalOf(since(props.view.today)).cost} />
      <Show when={rows().length > 0} fallback={<p class="hint">{t('No usage yet.')}</p>}>
        <UsageChart days={lastDays(rows(), props.view.today, CHART_DAYS)} />
        <div class="row">
          <select
            class="select small"
            aria-label={t('Group usage')}
            value={by()}
            onChange={(event) => setBy(event.currentTarget.value as Grouping)}
          >
            <For each={GROUPINGS}>{([value, words]) => <option value={value}>{t(words)}</option>}</For>
          </select>
          <button type="button" class="button small" onClick={save}>
            {t('Export as CSV')}
          </button>
        </div>
        <section class="usage-table" tabindex="0" aria-label={t('Usage')}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t(headOf(by()))}</th>
                <th scope="col">{t('Cost')}</th>
                <th scope="col">{t('Answers')}</th>
                <th scope="col">{t('In')}</th>
                <th scope="col">{t('Cached')}</th>
                <th scope="col">{t('Out')}</th>
                <th scope="col">{t('Thinking')}</th>
              </tr>
            </thead>
            <tbody>
              <For each={lines().slice(0, SHOWN)}>
                {(line) => (
                  <tr>
                    <th scope="row">{showHidden(line.name)}</th>
                    <td>
                      {costWords(
                        line,
                        line.providers.every((id) => local().has(id)),
                      )}
                    </td>
                    <td>{line.answers}</td>
                    <td>{tokens(line.input)}</td>
                    <td>{tokens(line.cacheRead)}</td>
                    <td>{tokens(line.output)}</td>
                    <td>{tokens(line.reasoning)}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </section>
        <Show when={lines().length > SHOWN}>
          <p class="hint">{t('{n} more rows are in the CSV file.', { n: lines().length - SHOWN })}</p>
        </Show>
      </Show>
    </>
  )
}

const headOf = (by: Grouping): PlainPhrase => GROUPINGS.find(([value]) => value === by)?.[2] ?? 'Day'

/** By money; without a price, by tokens. */
function Sum(props: { of: readonly UsageRow[]; local: boolean }): JSX.Element {
  const total = () => totalOf(props.of)
  const used = () => t('{n} tokens', { n: tokens(total().input + total().output) })
  const isPriced = () => total().unpriced < total().answers || total().answers === 0
  return (
    <dd>
      <strong>{isPriced() ? costWords(total()) : used()}</strong>
      <span class="hint">{isPriced() ? used() : costWords(total(), props.local)}</span>
    </dd>
  )
}
