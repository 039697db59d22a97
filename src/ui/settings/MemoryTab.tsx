import { createResource, createSignal, type JSX, Show } from 'solid-js'
import { MOST_MEMORY } from '../../settings/memory.ts'
import { Field } from '../kit/Field.tsx'
import { saveFile } from '../kit/save-file.ts'
import { useApp } from '../state/app-context.ts'
import { useMemory } from '../state/memory.ts'
import { messageOf } from '../state/message-of.ts'
import { t } from '../words/t.ts'

/** What every session is told of the person: their own instructions, and what they had remembered. */
export function MemoryTab(): JSX.Element {
  const { state, actions } = useApp()
  return (
    <>
      <Field
        label={t('Your instructions')}
        problem={undefined}
        hint={t(
          'Part of every request, in all sessions, from their next run on. What holds for one session alone is written under Session options.',
        )}
      >
        {({ id, describedBy }) => (
          <textarea
            id={id}
            class="input"
            rows="5"
            maxlength="20000"
            aria-describedby={describedBy}
            placeholder={t('For example: I am a biologist. Answer briefly, in British English.')}
            value={state.preferences.instructions}
            onChange={(event) => void actions.setPreferences({ instructions: event.currentTarget.value.trim() })}
          />
        )}
      </Field>
      <label class="check">
        <input
          type="checkbox"
          checked={state.preferences.memory}
          onChange={(event) => void actions.setPreferences({ memory: event.currentTarget.checked })}
        />
        <span>{t('Remember things beyond a session')}</span>
      </label>
      <p class="hint">
        {t(
          'The model may offer to remember a fact, and asks you first. What is remembered is sent with every request, and to whichever provider a session uses.',
        )}
      </p>
      <Show when={state.preferences.memory}>
        <Notes />
      </Show>
    </>
  )
}

/** `memory.md` as it stands, to be corrected, emptied and taken home. */
function Notes(): JSX.Element {
  const { read, write } = useMemory()
  const [stored, { mutate }] = createResource(read)
  const [draft, setDraft] = createSignal<string | null>(null)
  const [told, setTold] = createSignal('')
  const text = () => draft() ?? stored.latest ?? ''
  const save = async (next: string): Promise<void> => {
    try {
      mutate(await write(next.trim()))
      setDraft(null)
      setTold(next.trim() === '' ? t('Nothing is remembered any more.') : t('Saved.'))
    } catch (error) {
      setTold(messageOf(error))
    }
  }
  return (
    <Show when={!stored.error} fallback={<p class="field-error">{messageOf(stored.error)}</p>}>
      <Field label={t('Remembered (memory.md)')} problem={undefined} hint={t('One note a line.')}>
        {({ id, describedBy }) => (
          <textarea
            id={id}
            class="input"
            rows="8"
            maxlength={MOST_MEMORY}
            aria-describedby={describedBy}
            disabled={stored.loading && stored.latest === undefined}
            value={text()}
            onInput={(event) => {
              setTold('')
              setDraft(event.currentTarget.value)
            }}
          />
        )}
      </Field>
      <div class="row">
        <button
          type="button"
          class="button small primary"
          disabled={draft() === null}
          onClick={() => void save(text())}
        >
          {t('Save')}
        </button>
        <button
          type="button"
          class="button small"
          disabled={text() === ''}
          onClick={() => saveFile(new Blob([text()], { type: 'text/markdown' }), 'memory.md')}
        >
          {t('Download')}
        </button>
        <button type="button" class="button small ghost" disabled={text() === ''} onClick={() => void save('')}>
          {t('Forget all')}
        </button>
        <span class="hint" role="status">
          {told()}
        </span>
      </div>
    </Show>
  )
}
