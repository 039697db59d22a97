import type { Results } from '../../../protocol/requests.ts'
import '../../base/kit/tool-card.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import './foreign-words.css'
import { count, t } from '../../base/words/t.ts'

export type Found = Results['look-into-import']
type One = Found['found'][number]

/**
 * Parts of imported sessions that a model would get and the transcript does not show. They are left out unless the
 * person ticks them; `onImport` gets the ids of the ticked ones.
 */
export function ForeignWords(props: {
  found: Found
  onImport: (keep: string[]) => void
  onCancel: () => void
}): JSX.Element {
  const [keep, setKeep] = createSignal<ReadonlySet<string>>(new Set())
  const mayKeep = (): One[] => props.found.found.filter(({ tooLong }) => !tooLong)
  const choose = (id: string, kept: boolean): void => {
    const next = new Set(keep())
    if (kept) next.add(id)
    else next.delete(id)
    setKeep(next)
  }
  return (
    <section class="foreign-words" aria-labelledby="foreign-words">
      <h3 id="foreign-words">{t('Instructions in this archive')}</h3>
      <p class="hint">
        {t(
          'The model would receive these, using your key, without them being visible in the conversation. They are left out unless you keep them. Read them first.',
        )}
      </p>
      <ul>
        <For each={props.found.found}>
          {(one) => (
            <li>
              <label>
                <input
                  type="checkbox"
                  disabled={one.tooLong}
                  checked={keep().has(one.id)}
                  onChange={(event) => choose(one.id, event.currentTarget.checked)}
                />
                {t(KEEP[one.kind], { sessions: sessionsOf(one) })}
              </label>
              <Show when={one.images > 0}>
                <p class="hint">
                  {count(one.images, 'Contains 1 image, not shown here.', 'Contains {n} images, not shown here.')}
                </p>
              </Show>
              <Show when={one.tooLong}>
                <p class="hint">{t('It is too long to review here, so it can’t be kept. This is how it begins.')}</p>
              </Show>
              <details>
                <summary>{t('Look')}</summary>
                <pre class="tool-text" tabindex="0">
                  {one.text}
                </pre>
              </details>
            </li>
          )}
        </For>
      </ul>
      <Show when={props.found.more > 0}>
        <p class="hint">{t('{n} more are not listed and will be left out.', { n: props.found.more })}</p>
      </Show>
      <div class="row">
        <button type="button" class="button primary" onClick={() => props.onImport([...keep()])}>
          {keep().size === 0 ? t('Import without them') : t('Import')}
        </button>
        <Show when={mayKeep().length > 1}>
          <button type="button" class="button" onClick={() => setKeep(new Set(mayKeep().map(({ id }) => id)))}>
            {t('Keep all, they are mine')}
          </button>
        </Show>
        <button type="button" class="button" onClick={() => props.onCancel()}>
          {t('Cancel')}
        </button>
      </div>
    </section>
  )
}

const KEEP = {
  'system-prompt': 'Keep the system prompt of {sessions}',
  summary: 'Keep the summary of earlier messages of {sessions}',
  'queued-message': 'Keep a queued message of {sessions}',
} as const satisfies Record<One['kind'], string>

function sessionsOf({ sessions }: One): string {
  const [first = ''] = sessions
  return sessions.length === 1 ? `“${first}”` : t('{n} sessions', { n: sessions.length })
}
