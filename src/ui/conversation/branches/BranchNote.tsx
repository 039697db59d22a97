import { type JSX, Show } from 'solid-js'
import type { Origin } from '../../../agent/head.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useApp } from '../../base/state/app-context.ts'
import { sessionNamed } from '../../base/state/variants.ts'
import { sentences } from '../../base/words/sentences.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { parts, t } from '../../base/words/t.ts'
import { leftBehindWords } from './act-words.ts'

/**
 * Shown where a copy leaves its original: its origin, and what it left behind. Renders nothing if there is nothing to
 * say.
 */
export default function BranchNote(props: { origin: Origin }): JSX.Element {
  const { state, actions } = useApp()
  const acts = () => state.open?.view?.config.acts
  const source = () =>
    props.origin.family === undefined
      ? sessionNamed(state.sessions?.filter(({ deletedAt }) => deletedAt === null) ?? [], props.origin.session)
      : undefined
  const words = () => sentences(leftBehindWords(props.origin))
  const isOwn = () => props.origin.family === undefined
  return (
    <Show when={isOwn() || words() !== '' || acts()}>
      <div role="note" aria-label={t('Branch')} class="branch-note">
        <Show when={isOwn()}>
          <span>
            <Show when={source()} fallback={t('Branched from another session.')}>
              {(from) =>
                parts('Branched from {session}', {
                  session: (
                    <a dir="auto" href={sessionHash(from().id)}>
                      {sessionTitle(from().title)}
                    </a>
                  ),
                })
              }
            </Show>
          </span>
        </Show>
        <Show when={words() !== ''}>
          <span>{words()}</span>
        </Show>
        <Show when={acts()}>
          {(answered) => (
            <span>
              {answered().refuse
                ? t('Tools use recorded results. Anything that wasn’t recorded is refused.')
                : t('Tools use recorded results. Anything that wasn’t recorded runs for real.')}{' '}
              <button type="button" class="button small" onClick={() => actions.configure({ acts: null })}>
                {t('Run tools for real from now on')}
              </button>
            </span>
          )}
        </Show>
      </div>
    </Show>
  )
}
