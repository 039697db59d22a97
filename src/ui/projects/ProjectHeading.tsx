import './project-heading.css'
import type { JSX } from 'solid-js'
import ChevronRight from '~icons/lucide/chevron-right'
import Ellipsis from '~icons/lucide/ellipsis'
import Plus from '~icons/lucide/plus'
import { IconButton } from '../base/kit/IconButton.tsx'
import { Menu } from '../base/kit/Menu.tsx'
import { useApp } from '../base/state/app-context.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { foldedProjects, foldProject } from './folded-projects.ts'

/** A project in the list of sessions: folds its sessions, begins one in it, and opens what it shares. */
export default function ProjectHeading(props: {
  id: string
  line: string
  /** Tab enters the list here. */
  stop: boolean
  onBegin: () => void
}): JSX.Element {
  const { state, openDialog } = useApp()
  const name = () => showHidden(state.projects?.find(({ id }) => id === props.id)?.name ?? '')
  const folded = () => foldedProjects().has(props.id)
  return (
    <div class="project-heading" data-line={props.line}>
      <button
        type="button"
        class="session-group"
        tabindex={props.stop ? 0 : -1}
        aria-expanded={!folded()}
        aria-label={t('Project {name}', { name: name() })}
        title={name()}
        onClick={() => foldProject(props.id, !folded())}
      >
        <ChevronRight size={14} />
        <bdi class="ellipsis">{name()}</bdi>
      </button>
      <IconButton label={t('New session in {name}', { name: name() })} tabindex={-1} onClick={() => props.onBegin()}>
        <Plus size={16} />
      </IconButton>
      <Menu
        label={t('Actions of project {name}', { name: name() })}
        beside
        icon={<Ellipsis size={16} />}
        items={[
          { label: t('New session'), run: () => props.onBegin() },
          { label: t('Instructions and files'), run: () => openDialog({ project: props.id }) },
          { label: t('Delete'), danger: true, run: () => openDialog({ deleteProject: props.id }) },
        ]}
      />
    </div>
  )
}
