import { type JSX, Show } from 'solid-js'
import type { Origin } from '../../agent/head.ts'
import { sessionHash } from '../kit/session-hash.ts'
import { useApp } from '../state/app-context.ts'
import { leftBehindWords } from './act-words.ts'

/** Where a copy goes its own way: where it comes from, and what it has left behind. Nothing, where there is nothing to say. */
export default function BranchNote(props: { origin: Origin }): JSX.Element {
  const { state } = useApp()
  const source = () =>
    props.origin.family === undefined
      ? state.sessions?.find(({ id, deletedAt }) => id === props.origin.session && deletedAt === null)
      : undefined
  const words = () => leftBehindWords(props.origin).join(' ')
  const isOwn = () => props.origin.family === undefined
  return (
    <Show when={isOwn() || words() !== ''}>
      <div role="note" aria-label="Branch" class="branch-note">
        <Show when={isOwn()}>
          <span>
            Branched from{' '}
            <Show when={source()} fallback="another session.">
              {(from) => <a href={sessionHash(from().id)}>{from().title || 'New session'}</a>}
            </Show>
          </span>
        </Show>
        <Show when={words() !== ''}>
          <span>{words()}</span>
        </Show>
      </div>
    </Show>
  )
}
