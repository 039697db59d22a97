import './projects.css'
import { createResource, createSignal, type JSX, Show, untrack } from 'solid-js'
import { freshChoices } from '../../settings/projects.ts'
import { Dialog } from '../base/kit/Dialog.tsx'
import { messageOf } from '../base/state/message-of.ts'
import { useProjects } from '../base/state/projects.ts'
import { t } from '../base/words/t.ts'
import InstructionFiles from './InstructionFiles.tsx'
import { ProjectFiles } from './ProjectFiles.tsx'
import { ProjectForm } from './ProjectForm.tsx'

/** What the sessions of a project share. `id` null: a new one, into which session `move` goes. */
export default function ProjectDialog(props: {
  id: string | null
  move: string | undefined
  onClose: () => void
}): JSX.Element {
  const projects = useProjects()
  const [id, setId] = createSignal(untrack(() => props.id))
  const [stored, { mutate }] = createResource(id, projects.read)
  return (
    <Dialog label={t('Project')} class="whole-on-phones" onClose={() => props.onClose()}>
      <Show when={!stored.error} fallback={<p class="field-error">{messageOf(stored.error)}</p>}>
        <Show when={id() === null || stored.latest} fallback={<p class="hint">{missing(stored.loading)}</p>}>
          <ProjectForm
            project={stored.latest ?? null}
            fresh={freshChoices('')}
            move={props.move}
            onStored={(project) => {
              mutate(project)
              setId(project.id)
            }}
            onClose={() => props.onClose()}
          />
          <Show when={id()} keyed>
            {(project) => (
              <>
                <ProjectFiles project={project} />
                <InstructionFiles sessionId={null} project={project} seq={0} />
              </>
            )}
          </Show>
        </Show>
      </Show>
    </Dialog>
  )
}

const missing = (loading: boolean): string => (loading ? t('Loading…') : t('This project was deleted.'))
