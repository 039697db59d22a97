import './project-heading.css'
import type { JSX } from 'solid-js'
import ChevronRight from '~icons/lucide/chevron-right'
import Ellipsis from '~icons/lucide/ellipsis'
import Plus from '~icons/lucide/plus'
import { IconButton } from '../base/kit/IconButton.tsx'
import { Menu } from '../base/kit/Menu.tsx'
import { saveFile } from '../base/kit/save-file.ts'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { useTakeHome } from '../base/state/take-home.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { exportWords } from '../settings/data/export-words.ts'
import { foldedProjects, foldProject } from './folded-projects.ts'

/** A project in the list of sessions: folds its sessions, begins one in it, and opens what it shares. */
export default function ProjectHeading(props: {
  id: string
  line: string
  /** Tab enters the list here. */
  stop: boolean
  onBegin: () => void
}): JSX.Element {
  const { actions, state, openDialog } = useApp()
  const takeHome = useTakeHome()
  const name = () => showHidden(state.projects?.find(({ id }) => id === props.id)?.name ?? '')
  const own = () => (state.sessions ?? []).filter((item) => item.project === props.id && item.deletedAt === null)
  const save = async (): Promise<void> => {
    try {
      const exported = await takeHome(
        own().map(({ id }) => id),
        props.id,
      )
      saveFile(exported.file as Blob, exported.name)
      actions.notify(exportWords(exported))
    } catch (error) {
      actions.notify(messageOf(error))
    }
  }
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
          { label: t('Search in its sessions'), run: () => openDialog({ searchProject: props.id }) },
          ...(own().length > 0 ? [{ label: t('Export'), run: () => void save() }] : []),
          { label: t('Delete'), danger: true, run: () => openDialog({ deleteProject: props.id }) },
        ]}
      />
    </div>
  )
}
