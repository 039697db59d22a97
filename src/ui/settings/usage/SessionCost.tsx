import './session-cost.css'
import { createEffect, createMemo, createSignal, type JSX, onCleanup, Show } from 'solid-js'
import type { Head } from '../../../agent/head.ts'
import type { UsageRow } from '../../../protocol/usage.ts'
import type { Limits } from '../../../settings/limits.ts'
import { isLocal } from '../../../settings/place-of-host.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { t } from '../../base/words/t.ts'
import { costWords, dollars } from './money.ts'
import { totalOf } from './sum-usage.ts'

/** Milliseconds of delay: running work comes first. */
const LATER = 1500

/** The session’s usage so far; opens the usage of all sessions. Shows a bar when a limit is near. */
export function SessionCost(props: { head: Head }): JSX.Element {
  const { openDialog, state } = useApp()
  const ask = useAsk()
  const [rows, setRows] = createSignal<readonly UsageRow[]>([])
  const session = createMemo(() => props.head.sessionId)
  const took = createMemo(() => `${props.head.run.id} ${props.head.run.tokens} ${props.head.spent.cost}`)
  createEffect<string>((before) => {
    const sessionId = session()
    took()
    if (before !== sessionId) setRows([])
    const timer = setTimeout(() => {
      ask({ kind: 'usage', of: sessionId }).then(
        (view) => sessionId === session() && setRows(view.rows),
        (error: unknown) => console.info('What the session has used is not shown', error),
      )
    }, LATER)
    onCleanup(() => clearTimeout(timer))
    return sessionId
  })
  const paid = () => rows().filter(({ providerId }) => providerId !== DEMO_PROVIDER.id)
  const local = (id: string): boolean => {
    const provider = state.providers?.find((known) => known.id === id)
    return provider !== undefined && isLocal(provider.baseUrl)
  }
  const total = createMemo(() => totalOf(paid()))
  const amount = () => tokens(total().input + total().output)
  const priced = () => total().unpriced < total().answers
  const cost = () =>
    costWords(
      total(),
      paid().every(({ providerId }) => local(providerId)),
    )
  const limits = (): Limits | undefined => state.open?.view?.config.limits
  const near = createMemo(() => {
    const share = shareOf(props.head, limits())
    return share >= 0.8 ? share : null
  })
  return (
    <Show when={paid().length > 0 && (priced() || near() !== null)}>
      <button
        type="button"
        class="context-button session-cost"
        classList={{ near: near() !== null }}
        aria-label={t('Used in this session: {tokens} tokens, {cost}', { tokens: amount(), cost: cost() })}
        title={t('{tokens} tokens, {cost} in this session; {run} tokens in its last run. Show what all sessions used', {
          ...{ tokens: amount(), cost: cost(), run: tokens(props.head.run.tokens) },
        })}
        onClick={() => openDialog({ settings: 'Usage' })}
      >
        <Show when={near()}>
          {(share) => (
            <meter
              aria-label={t('Used of the limit of this session')}
              min="0"
              max="1"
              high="0.8"
              value={Math.min(1, share())}
            />
          )}
        </Show>
        {priced() ? (total().unpriced > 0 ? cost() : dollars(total().cost)) : t('{n} tokens', { n: amount() })}
      </button>
    </Show>
  )
}

/** The used share of the limit that is closest; 0: no limit. */
function shareOf({ run, spent }: Head, limits: Limits | undefined): number {
  const of = (used: number, limit: number | null | undefined): number => (limit ? used / limit : 0)
  return Math.max(
    of(run.tokens, limits?.maxTokensPerRun),
    of(run.cost, limits?.maxCostPerRun),
    // in days of UTC, like the limit
    of(spent.day === Math.floor(Date.now() / 86_400_000) ? spent.cost : 0, limits?.maxCostPerDay),
  )
}
