import './context.css'
import type { JSX } from 'solid-js'
import type { Head } from '../../../agent/head.ts'
import { tokens } from '../../base/kit/tokens.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { SessionCost } from '../../settings/usage/SessionCost.tsx'
import { createSize } from './create-size.ts'

/** How full the model's context window will be with the next request; opens the exact request. */
export default function ContextButton(props: { head: Head; window: number | null }): JSX.Element {
  const { openDialog } = useApp()
  const known = createSize(() => props.head)
  const size = () => known() ?? 0
  const share = () => (props.window === null ? 0 : Math.min(1, size() / props.window))
  const words = () => {
    const now = known()
    const n = now === null ? '…' : tokens(now)
    return props.window === null ? n : t('{n} of {all}', { n, all: tokens(props.window) })
  }
  return (
    <>
      <SessionCost head={props.head} />
      <button
        type="button"
        class="context-button"
        classList={{ near: props.head.compressAbove !== null && size() > props.head.compressAbove * 0.85 }}
        aria-label={t('Context: {size} tokens', { size: words() })}
        title={t('{size} tokens. Show what the model sees', { size: words() })}
        onClick={() => openDialog('context')}
      >
        <svg class="context-ring" viewBox="0 0 20 20" aria-hidden="true">
          <circle cx="10" cy="10" r="7.5" />
          <circle cx="10" cy="10" r="7.5" pathLength="100" stroke-dasharray={`${Math.round(share() * 100)} 100`} />
        </svg>
        <span class="context-words">{words()}</span>
      </button>
    </>
  )
}
