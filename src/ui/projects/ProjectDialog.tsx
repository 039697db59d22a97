import './projects.css'
import { createSignal, type JSX, onMount, Show, Suspense, untrack } from 'solid-js'
import { freshChoices, type Project } from '../../settings/projects.ts'
import { Dialog } from '../base/kit/Dialog.tsx'
import { useAsk } from '../base/state/ask.ts'
import { messageOf } from '../base/state/message-of.ts'
import { said } from '../base/words/said.ts'
import { t } from '../base/words/t.ts'
import InstructionFiles from './InstructionFiles.tsx'
import { ProjectFiles } from './ProjectFiles.tsx'
import { ProjectForm } from './ProjectForm.tsx'

/**
 * What the sessions of a project share. `id` null: a new one, into which session `move` goes. Nothing here may wait for
 * data outside of a Suspense of this dialog: the one around it would take the dialog out of the page, and a dialog that
 * comes back is no longer modal.
 */
export default function ProjectDialog(props: {
  id: string | null
  move: string | undefined
  onClose: () => void
}): JSX.Element {
  const ask = useAsk()
  const wanted = untrack(() => props.id)
  const [project, setProject] = createSignal<Project | null>(null)
  const [problem, setProblem] = createSignal(wanted === null ? '' : t('Loading…'))
  onMount(() => {
    if (wanted === null) return
    ask({ kind: 'get-project', id: wanted }).then(
      (found) => {
        setProject(found)
        setProblem(found === null ? t('This project was deleted.') : '')
      },
      (error: unknown) => setProblem(messageOf(error)),
    )
  })
  return (
    <Dialog label={t('Project')} class="whole-on-phones project-dialog" onClose={() => props.onClose()}>
      <Show when={problem() === ''} fallback={<p class="hint">{said(problem())}</p>}>
        <ProjectForm
          project={project()}
          fresh={freshChoices('')}
          move={props.move}
          onStored={setProject}
          onClose={() => props.onClose()}
        />
        <Show when={project()?.id} keyed>
          {(id) => (
            <>
              <Suspense>
                <ProjectFiles project={id} />
              </Suspense>
              <Suspense>
                <InstructionFiles sessionId={null} project={id} seq={0} />
              </Suspense>
            </>
          )}
        </Show>
      </Show>
    </Dialog>
  )
}
