import './projects.css'
import { For, type JSX } from 'solid-js'
import { Dialog } from '../base/kit/Dialog.tsx'
import { useApp } from '../base/state/app-context.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'

/** Chooses the project of a session. */
export default function MoveSession(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const { actions, state, openDialog } = useApp()
  const own = () => state.sessions?.find(({ id }) => id === props.sessionId)?.project
  const current = () => (state.projects?.some(({ id }) => id === own()) ? own() : undefined)
  const move = (project: string | null): void => {
    if (project !== (current() ?? null)) actions.moveSession(props.sessionId, project)
    props.onClose()
  }
  return (
    <Dialog label={t('Move to project')} onClose={() => props.onClose()}>
      <p class="hint">
        {t('From its next run on, the session gets the instructions, notes and files of its project.')}
      </p>
      <ul class="project-choices">
        <For each={[null, ...(state.projects ?? [])]}>
          {(project) => (
            <li>
              <button
                type="button"
                class="button wide"
                aria-pressed={(project?.id ?? undefined) === current()}
                onClick={() => move(project?.id ?? null)}
              >
                <bdi class="ellipsis">{project === null ? t('No project') : showHidden(project.name)}</bdi>
              </button>
            </li>
          )}
        </For>
      </ul>
      <button type="button" class="button ghost" onClick={() => openDialog({ project: null, move: props.sessionId })}>
        {t('New project')}
      </button>
    </Dialog>
  )
}
