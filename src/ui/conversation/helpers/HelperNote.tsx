import './helper-card.css'
import { type JSX, Show } from 'solid-js'
import type { Parent } from '../../../agent/head.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useApp } from '../../base/state/app-context.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { parts, t } from '../../base/words/t.ts'

/** At the top of a helper's conversation: the session that it helps, and whether that still waits for it. */
export default function HelperNote(props: { parent: Parent }): JSX.Element {
  const { state } = useApp()
  const from = () => state.sessions?.find(({ id, deletedAt }) => id === props.parent.session && deletedAt === null)
  return (
    <p role="note" aria-label={t('Helper')} class="helper-note">
      <span>
        <Show when={from()} fallback={t('A helper of another session.')}>
          {(session) =>
            parts('A helper of {session}.', {
              session: (
                <a dir="auto" href={sessionHash(session().id)}>
                  {sessionTitle(session().title)}
                </a>
              ),
            })
          }
        </Show>
      </span>
      <span>
        {props.parent.released
          ? t('Its work was handed back. What you say here stays here.')
          : t('You can add instructions. Its last message goes back when it finishes.')}
      </span>
    </p>
  )
}
