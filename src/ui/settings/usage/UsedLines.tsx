import { showHidden } from '../../base/words/hidden-signs.ts'
import '../../base/kit/facts.css'
import { createSignal, For, type JSX, onCleanup, Show } from 'solid-js'
import type { Used } from '../../../protocol/context.ts'
import { isLocal } from '../../../settings/place-of-host.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { duration } from './duration.ts'
import { costWords } from './money.ts'
import { totalOf } from './sum-usage.ts'

type Totals = Parameters<typeof costWords>[0]

/** The session’s usage so far, by model if there were several, and that of its current run. */
export function UsedLines(props: { used: Used }): JSX.Element {
  const { state } = useApp()
  const isFree = (providerId: string): boolean => providerId === DEMO_PROVIDER.id
  const isNear = (providerId: string): boolean => {
    const provider = state.providers?.find(({ id }) => id === providerId)
    return provider !== undefined && isLocal(provider.baseUrl)
  }
  const words = (totals: Totals, providers: string[]): string => {
    const cost = providers.every(isFree) ? t('free') : costWords(totals, providers.every(isNear))
    return `${t('{input} in, {output} out', { input: tokens(totals.input), output: tokens(totals.output) })} · ${cost}`
  }
  const ids = () => props.used.models.map(({ providerId }) => providerId)
  /**
   * It doesn’t say how many of the run’s answers have no price: 0 then means unknown, and any other amount is a
   * minimum.
   */
  const runCost = (cost: number): string => {
    const total = totalOf(props.used.models)
    const { answers, unpriced } = total
    const known = !ids().every(isFree) && unpriced < Math.max(answers, 1) && (unpriced === 0 || cost > 0)
    return known ? ` · ${costWords({ ...total, cost })}` : ''
  }
  return (
    <Show when={props.used.models.length > 0}>
      <dl class="facts used" aria-label={t('Used')}>
        <dt>{t('This session')}</dt>
        <dd>{words(totalOf(props.used.models), ids())}</dd>
        <Show when={props.used.models.length > 1}>
          <For each={props.used.models}>
            {(line) => (
              <>
                <dt>{showHidden(line.model)}</dt>
                <dd>{words(line, [line.providerId])}</dd>
              </>
            )}
          </For>
        </Show>
        <Show when={props.used.run}>
          {(run) => (
            <>
              <dt>{run().until === null ? t('This run, so far') : t('Last run')}</dt>
              <dd>
                {t('{n} tokens', { n: tokens(run().tokens) })}
                {runCost(run().cost)} · <Lasted from={run().from} until={run().until} />
              </dd>
            </>
          )}
        </Show>
      </dl>
    </Show>
  )
}

function Lasted(props: { from: number; until: number | null }): JSX.Element {
  const [now, setNow] = createSignal(Date.now())
  const timer = setInterval(() => setNow(Date.now()), 1000)
  onCleanup(() => clearInterval(timer))
  return <>{duration((props.until ?? now()) - props.from)}</>
}
