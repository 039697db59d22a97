import { createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { Results } from '../../../protocol/requests.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useArchive } from '../../base/state/archive.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import ExportButton from './ExportButton.tsx'

/** Sessions that can’t be opened or continued: each can be exported as it is, and then removed. */
export function DamagedSessions(): JSX.Element {
  const { actions } = useApp()
  const archive = useArchive()
  const [found, setFound] = createSignal<Results['find-damaged']>([])
  const [sure, setSure] = createSignal<string | null>(null)
  const look = async (): Promise<void> => {
    try {
      setFound(await archive.findDamaged())
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  const remove = async (sessionId: string): Promise<void> => {
    if (sure() !== sessionId) return void setSure(sessionId)
    setSure(null)
    try {
      await archive.removeDamaged(sessionId)
      await look()
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
  onMount(() => void look())
  return (
    <Show when={found().length > 0}>
      <section aria-labelledby="damaged-title">
        <h3 id="damaged-title">{t('Damaged sessions')}</h3>
        <p class="hint">
          {t(
            'These sessions can’t continue. They are kept as they are and don’t affect other sessions. Export a session before you delete it: the file contains everything that is left.',
          )}
        </p>
        <ul class="cards">
          <For each={found()}>
            {({ id, title, what }) => (
              <li class="card">
                <div class="card-words">
                  <strong class="ellipsis">{title || id}</strong>
                  <span class="hint">{t('Damaged: {what}', { what: said(what) })}</span>
                </div>
                <ExportButton label={t('Export')} sessionId={id} small />
                <button type="button" class="button small ghost" onClick={() => void remove(id)}>
                  {sure() === id ? t('Delete for good? Press again') : t('Delete for good')}
                </button>
              </li>
            )}
          </For>
        </ul>
      </section>
    </Show>
  )
}
