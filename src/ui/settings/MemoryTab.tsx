import { createEffect, createMemo, createResource, createSignal, type JSX, on, Show, untrack } from 'solid-js'
import { MOST_MEMORY } from '../../settings/memory.ts'
import { Field } from '../base/kit/Field.tsx'
import { saveFile } from '../base/kit/save-file.ts'
import { useApp } from '../base/state/app-context.ts'
import { useAsk } from '../base/state/ask.ts'
import { messageOf } from '../base/state/message-of.ts'
import { t } from '../base/words/t.ts'
import { joinNotes } from './join-notes.ts'

/** The person’s own instructions and the memory: every session receives both. */
export function MemoryTab(): JSX.Element {
  const { state, actions } = useApp()
  // unsaved text stays when the preferences are read again and these have not changed
  const instructions = createMemo(() => state.preferences.instructions)
  return (
    <>
      <Field
        label={t('Your instructions')}
        problem={undefined}
        hint={t(
          'Sent with every request in all sessions, from their next run. For one session only, use Session options.',
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
            value={instructions()}
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
        <span>{t('Remember things across sessions')}</span>
      </label>
      <p class="hint">
        {t(
          'The model can offer to remember a fact, and asks you first. Memory is sent with every request to the session’s provider.',
        )}
      </p>
      <Show when={state.preferences.memory}>
        <Notes />
      </Show>
    </>
  )
}

/** `memory.md`, to read, correct, empty and download. */
function Notes(): JSX.Element {
  const { state } = useApp()
  const ask = useAsk()
  const [stored, { mutate, refetch }] = createResource(() => ask({ kind: 'get-memory' }))
  const [draft, setDraft] = createSignal<string | null>(null)
  /** The stored text that the draft began with. */
  let before = ''
  /** The stored text, if it changed while the person typed and the two can’t be joined. */
  const [meanwhile, setMeanwhile] = createSignal<string | null>(null)
  const [told, setTold] = createSignal('')
  const text = () => draft() ?? stored.latest ?? ''
  // the preferences are read again after any change of settings, which includes the memory
  createEffect(
    on(
      () => state.preferences,
      () => {
        if (untrack(draft) === null) void refetch()
      },
      { defer: true },
    ),
  )
  const edit = (typed: string): void => {
    if (draft() === null) before = stored.latest ?? ''
    setTold('')
    setDraft(typed)
  }
  const put = async (write: () => Promise<string>, words: () => string): Promise<void> => {
    const typed = draft()
    try {
      before = await write()
      mutate(before)
      setMeanwhile(null)
      // text typed since then is a new draft
      if (draft() === typed) setDraft(null)
      setTold(words())
    } catch (error) {
      setTold(messageOf(error))
      await joinMeanwhile()
    }
  }
  const joinMeanwhile = async (): Promise<void> => {
    const now = await ask({ kind: 'get-memory' }).catch(() => before)
    const typed = draft()
    if (now === before || typed === null) return
    const joined = joinNotes(before, typed, now)
    before = now
    setDraft(joined ?? typed)
    setMeanwhile(joined === null ? now : null)
  }
  const save = (): Promise<void> =>
    put(
      () => ask({ kind: 'set-memory', text: text().trim(), before }),
      () => (text() === '' ? t('Memory cleared.') : t('Saved.')),
    )
  const forget = (): Promise<void> =>
    put(
      () => ask({ kind: 'set-memory', text: '' }),
      () => t('Memory cleared.'),
    )
  return (
    <Show when={!stored.error} fallback={<p class="field-error">{messageOf(stored.error)}</p>}>
      <Field label={t('Memory (memory.md)')} problem={undefined} hint={t('One note per line.')}>
        {({ id, describedBy }) => (
          <textarea
            id={id}
            class="input"
            rows="8"
            maxlength={MOST_MEMORY}
            aria-describedby={describedBy}
            disabled={stored.loading && stored.latest === undefined}
            value={text()}
            onInput={(event) => edit(event.currentTarget.value)}
          />
        )}
      </Field>
      <Show when={meanwhile() !== null}>
        <Field
          label={t('Current memory')}
          problem={undefined}
          hint={t('It changed while you were editing. Save replaces it with your text.')}
        >
          {({ id, describedBy }) => (
            <textarea
              id={id}
              class="input"
              rows="5"
              aria-describedby={describedBy}
              readonly
              value={meanwhile() ?? ''}
            />
          )}
        </Field>
      </Show>
      <div class="row">
        <button type="button" class="button small primary" disabled={draft() === null} onClick={() => void save()}>
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
        <button type="button" class="button small ghost" disabled={text() === ''} onClick={() => void forget()}>
          {t('Forget all')}
        </button>
        <span class="hint" role="status">
          {told()}
        </span>
      </div>
    </Show>
  )
}
