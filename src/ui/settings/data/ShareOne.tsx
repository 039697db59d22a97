import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'

/** Chooses a conversation to export in a form that others can read. */
export function ShareOne(): JSX.Element {
  const { state, openDialog } = useApp()
  const sessions = createMemo(() =>
    (state.sessions ?? []).filter(({ deletedAt, damaged, count }) => deletedAt === null && !damaged && count > 0),
  )
  const [chosen, setChosen] = createSignal(state.open?.id ?? '')
  const id = () => sessions().find((session) => session.id === chosen())?.id ?? sessions()[0]?.id
  return (
    <Show when={id()}>
      {(shown) => (
        <section aria-labelledby="share-title">
          <h3 id="share-title">{t('Export one session for others to read')}</h3>
          <div class="row">
            <select
              class="select"
              aria-label={t('Conversation')}
              value={shown()}
              onChange={(event) => setChosen(event.currentTarget.value)}
            >
              <For each={sessions()}>
                {(session) => <option value={session.id}>{showHidden(sessionTitle(session.title))}</option>}
              </For>
            </select>
            <button type="button" class="button" onClick={() => openDialog({ share: shown() })}>
              {t('Share')}
            </button>
          </div>
        </section>
      )}
    </Show>
  )
}
