import './context.css'
import { createResource, createSignal, type JSX, Show } from 'solid-js'
import Scroll from '~icons/lucide/scroll-text'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { count, t } from '../../base/words/t.ts'
import { Markdown } from '../../rendering/Markdown.tsx'

/** Shown where a summary replaces messages for the model: what it replaces, its text, and how to correct or undo it. */
export default function SummaryRow(props: { session: OpenSession; rows: number; cutAt: number }): JSX.Element {
  const { actions } = useApp()
  const ask = useAsk()
  const [shown, setShown] = createSignal(false)
  const [draft, setDraft] = createSignal<string | null>(null)
  // shows the current summary: loaded again when the summary has changed
  const version = () => (shown() ? `${props.session.id} ${props.cutAt} ${props.session.view?.head.seq}` : null)
  const [view] = createResource(version, () => ask({ kind: 'context', sessionId: props.session.id }))
  const summary = () => view.latest?.summary ?? null
  const save = (): void => {
    const text = draft()?.trim() ?? ''
    if (text !== '') actions.editSummary(props.cutAt, text)
    setDraft(null)
  }
  return (
    <article class="summary-row" aria-label={t('Summary')}>
      <div class="summary-line">
        <Scroll size={16} />
        <span>{count(props.rows, 'Summarised 1 message', 'Summarised {n} messages')}</span>
        <button
          type="button"
          class="button small ghost"
          aria-expanded={shown()}
          onClick={() => setShown((before) => !before)}
        >
          {shown() ? t('Hide') : t('Show')}
        </button>
      </div>
      <Show when={shown()}>
        <Show
          when={summary()}
          fallback={<p class="hint">{view.error ? t('It can’t be read right now.') : t('Loading…')}</p>}
        >
          {(now) => (
            <Show
              when={draft() !== null}
              fallback={
                <>
                  <Markdown text={now().text} growing={false} />
                  <Show when={now().facts?.unread}>
                    {(unread) => (
                      <p class="hint">
                        {t(
                          '{n} of these messages didn’t fit and weren’t read for the summary. The model can search them.',
                          {
                            n: unread(),
                          },
                        )}
                      </p>
                    )}
                  </Show>
                  <div class="summary-actions">
                    <button type="button" class="button small" onClick={() => setDraft(now().text)}>
                      {t('Edit summary')}
                    </button>
                    <Show when={now().before !== undefined}>
                      <button type="button" class="button small" onClick={() => actions.undoSummary(props.cutAt)}>
                        {t('Undo summary')}
                      </button>
                    </Show>
                    <span class="hint">{t('The model reads this summary instead of the messages above.')}</span>
                  </div>
                </>
              }
            >
              <textarea
                class="input summary-edit"
                aria-label={t('Summary text')}
                rows="12"
                maxlength="100000"
                value={draft() ?? ''}
                onInput={(event) => setDraft(event.currentTarget.value)}
              />
              <div class="summary-actions">
                <button type="button" class="button small primary" onClick={save}>
                  {t('Save')}
                </button>
                <button type="button" class="button small" onClick={() => setDraft(null)}>
                  {t('Cancel')}
                </button>
              </div>
            </Show>
          )}
        </Show>
      </Show>
    </article>
  )
}
