import { createSignal, type JSX } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { createWork } from '../../base/state/create-work.ts'
import { t } from '../../base/words/t.ts'
import { SkillEditor } from './SkillEditor.tsx'

/** “Save what worked”: a skill from the steps of a session, which the person edits before it is saved. */
export default function SaveSkillDialog(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const { actions } = useApp()
  const ask = useAsk()
  const saving = createWork()
  const improving = createWork()
  const [on, setOn] = createSignal(true)
  let form: HTMLDivElement | undefined
  const close = (): void => form?.closest('dialog')?.close()
  const save = (text: string): Promise<unknown> =>
    saving.run(async () => {
      const { name, sha } = await ask({ kind: 'write-skill', text, replaces: null })
      if (on()) await ask({ kind: 'set-skill', name, on: true, sha })
      close()
      actions.notify(
        t(on() ? 'Saved the skill “{name}”. It is on.' : 'Saved the skill “{name}”. It is off.', { name }),
        null,
      )
      return null
    })
  const improve = (text: string, set: (text: string) => void): Promise<unknown> =>
    improving.run(async () => {
      set((await ask({ kind: 'draft-skill', sessionId: props.sessionId, better: text })).text)
      return null
    })
  return (
    <Dialog label={t('Save what worked')} class="settings whole-on-phones" onClose={props.onClose}>
      <div ref={form} class="skill-draft">
        <p class="hint">
          {t(
            'These are the task and the steps that succeeded. Keys and lines of attached files are left out. Read it, change it, then save it.',
          )}
        </p>
        <SkillEditor
          load={async () => (await ask({ kind: 'draft-skill', sessionId: props.sessionId, better: null })).text}
          onSave={save}
          problem={(saving.outcome() ?? improving.outcome())?.message}
          busy={saving.busy() || improving.busy()}
          onCancel={close}
          tools={(text, set) => (
            <>
              <button
                type="button"
                class="button small"
                disabled={improving.busy() || saving.busy()}
                title={t('One request to the model of this session')}
                onClick={() => void improve(text(), set)}
              >
                {improving.busy() ? t('Asking…') : t('Let the model improve it')}
              </button>
              <label class="check">
                <input type="checkbox" checked={on()} onChange={(event) => setOn(event.currentTarget.checked)} />
                <span>{t('Turn it on')}</span>
              </label>
            </>
          )}
        />
      </div>
    </Dialog>
  )
}
