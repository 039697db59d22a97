import { createEffect, createSignal, type JSX, on, onCleanup, Show } from 'solid-js'
import { NO_TOTALS } from '../../../agent/usage-totals.ts'
import type { SessionItem } from '../../../protocol/common.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { lookInto, useCompare } from '../../base/state/compare.ts'
import type { ColumnView } from '../../base/state/compare-column.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { count, t } from '../../base/words/t.ts'
import { Markdown } from '../../rendering/Markdown.tsx'
import { sessionWords } from '../../sessions/session-words.ts'
import { costWords } from '../../settings/usage/money.ts'

/** Milliseconds between two looks at an answer under way. */
const LOOK = 300

/** One answer: model, state, time and cost, and the button that keeps it. */
export function CompareColumn(props: {
  id: string
  from: number
  /** Its line in the list; undefined: its variant is still being made. */
  item: SessionItem | undefined
  now: number
  onQuestion: (text: string) => void
  onKeep: () => void
}): JSX.Element {
  const { read, stop } = useCompare()
  const [view, setView] = createSignal<ColumnView | null>(null)
  let isGone = false
  let isReading = false
  let again = false
  const look = async (): Promise<void> => {
    again = isReading
    if (isReading) return
    isReading = true
    const found = await read(props.id, props.from)
    isReading = false
    if (isGone) return
    if (found !== null) {
      setView(found)
      if (found.question !== '') props.onQuestion(found.question)
    }
    if (again) void look()
  }
  const busy = () => props.item?.busy === true
  createEffect(
    on(
      () => [props.item?.status, props.item?.count, props.item?.busy],
      () => void look(),
    ),
  )
  const timer = setInterval(() => (busy() || view() === null) && void look(), LOOK)
  onCleanup(() => {
    isGone = true
    clearInterval(timer)
  })
  const model = (): string => showHidden(view()?.model?.model ?? '') || t('Waiting')
  const done = () => view() !== null && view()?.model !== null && !busy()
  const state = (): string =>
    view()?.failure != null
      ? t('Failed')
      : done()
        ? t('Done')
        : props.item === undefined
          ? t('Waiting')
          : sessionWords(props.item, { now: props.now, writing: (view()?.text ?? '') !== '' })
  const time = (): string => {
    const { askedAt = null, endedAt = null } = view() ?? {}
    if (askedAt === null) return ''
    const end = done() ? endedAt : props.now
    return end === null ? '' : t('{n} s', { n: (Math.max(0, end - askedAt) / 1000).toFixed(1) })
  }
  const cost = (): string => {
    const now = view()
    if (now === null || now.answers === 0) return ''
    if (now.model?.providerId === DEMO_PROVIDER.id) return t('free')
    return costWords({ ...NO_TOTALS, answers: now.answers, cost: now.cost, unpriced: now.unpriced })
  }
  const facts = (): string =>
    [
      state(),
      time(),
      cost(),
      (view()?.tokens ?? 0) > 0 ? t('{n} tokens', { n: view()?.tokens ?? 0 }) : '',
      (view()?.calls ?? 0) > 0 ? count(view()?.calls ?? 0, '1 tool call', '{n} tool calls') : '',
    ]
      .filter((part) => part !== '')
      .join(' · ')
  return (
    <section class="compare-column" aria-label={t('Answer of {model}', { model: model() })}>
      <header>
        <h2>
          <bdi>{model()}</bdi>
        </h2>
        <p class="hint">{facts()}</p>
      </header>
      <div class="compare-answer">
        <Markdown text={view()?.text ?? ''} growing={busy()} />
        <Show when={view()?.failure}>{(why) => <p class="compare-failure">{showHidden(why())}</p>}</Show>
        <Show when={props.item?.status === 'waiting-for-you'}>
          <p class="compare-failure">{t('Waiting for you')}</p>
        </Show>
      </div>
      <footer>
        <a class="button" href={sessionHash(props.id)} onClick={() => lookInto(props.id)}>
          {t('Open')}
        </a>
        <Show when={busy()}>
          <button type="button" class="button" onClick={() => stop(props.id)}>
            {t('Stop')}
          </button>
        </Show>
        <button type="button" class="button primary" onClick={() => props.onKeep()}>
          {t('Keep this one')}
        </button>
      </footer>
    </section>
  )
}
