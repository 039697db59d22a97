import { type JSX, Show } from 'solid-js'
import { Dialog } from '../base/kit/Dialog.tsx'
import { VisibleText } from '../base/kit/VisibleText.tsx'
import { useApp } from '../base/state/app-context.ts'
import { useAsk } from '../base/state/ask.ts'
import { createWork } from '../base/state/create-work.ts'
import { deletedOf, sayToMany } from '../base/state/many-sessions.ts'
import { oneOfEach } from '../base/state/variants.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { said } from '../base/words/said.ts'
import { count, t } from '../base/words/t.ts'

/** Deletes a project, with its sessions or without them. */
export default function DeleteProject(props: { id: string; onClose: () => void }): JSX.Element {
  const app = useApp()
  const { actions, state } = app
  const ask = useAsk()
  const work = createWork()
  const name = () => showHidden(state.projects?.find(({ id }) => id === props.id)?.name ?? '')
  const own = () => (state.sessions ?? []).filter((item) => item.project === props.id && item.deletedAt === null)
  const shown = () => oneOfEach(own(), null).length
  const remove = (withSessions: boolean): void => {
    const { id } = props
    const title = name()
    void work.run(async (tell) => {
      const ids = withSessions ? own().map((item) => item.id) : []
      // the sessions first: if the page goes away now, the project is still there, with those that are left
      await sayToMany(app, ids, { type: 'user-delete-session' }, (n) => tell(t('{n} of {all}', { n, all: ids.length })))
      const deleted = ids.length === 0 ? [] : await deletedOf(app, ids)
      await ask({ kind: 'delete-project', id, deleted: true })
      if (state.open !== null && deleted.includes(state.open.id)) location.hash = '#/'
      props.onClose()
      actions.notify(t('Deleted the project “{name}”', { name: title }), () => {
        ask({ kind: 'delete-project', id, deleted: false }).catch((error: unknown) => actions.notify(String(error)))
        void sayToMany(app, deleted, { type: 'user-restore-session' }, () => {})
      })
      return null
    })
  }
  return (
    <Dialog label={t('Delete project')} onClose={() => props.onClose()}>
      <p>
        <VisibleText text={name()} />
      </p>
      <p>{t('Its instructions, notes and files are deleted with it.')}</p>
      <p>{count(shown(), 'It has 1 session.', 'It has {n} sessions.')}</p>
      <p class="hint" role="status">
        {work.doing() ?? said(work.outcome()?.message ?? '')}
      </p>
      <div class="row">
        <button type="button" class="button danger" disabled={work.busy()} onClick={() => remove(false)}>
          {shown() === 0 ? t('Delete project') : t('Delete, keep the sessions')}
        </button>
        <Show when={shown() > 0}>
          <button type="button" class="button danger" disabled={work.busy()} onClick={() => remove(true)}>
            {t('Delete with its sessions')}
          </button>
        </Show>
        <button type="button" class="button ghost" disabled={work.busy()} onClick={() => props.onClose()}>
          {t('Cancel')}
        </button>
      </div>
    </Dialog>
  )
}
