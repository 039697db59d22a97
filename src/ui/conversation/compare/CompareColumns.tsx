import './compare.css'
import { createSignal, For, type JSX, onCleanup } from 'solid-js'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useApp } from '../../base/state/app-context.ts'
import { decide } from '../../base/state/compare.ts'
import type { Comparison } from '../../base/state/comparison.ts'
import { t } from '../../base/words/t.ts'
import { CompareColumn } from './CompareColumn.tsx'

/** Answers of several models to one message, side by side, until the person keeps one of them. */
export default function CompareColumns(props: { comparison: Comparison }): JSX.Element {
  const { state } = useApp()
  const [question, setQuestion] = createSignal('')
  const [now, setNow] = createSignal(Date.now())
  const timer = setInterval(() => setNow(Date.now()), 500)
  onCleanup(() => clearInterval(timer))
  const keep = (id: string): void => {
    decide(props.comparison.group)
    location.hash = sessionHash(id)
  }
  return (
    <section class="compare" aria-label={t('Compare models')}>
      <p class="compare-question">{question()}</p>
      <div class="compare-columns">
        <For each={props.comparison.ids}>
          {(id) => (
            <CompareColumn
              id={id}
              from={props.comparison.from}
              item={state.sessions?.find((session) => session.id === id)}
              now={now()}
              onQuestion={setQuestion}
              onKeep={() => keep(id)}
            />
          )}
        </For>
      </div>
    </section>
  )
}
