import { For, type JSX } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { chooseProject, projectOf } from '../base/state/chosen-project.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'

/** The project of the session that the next message creates. */
export function ProjectSelect(): JSX.Element {
  const { state } = useApp()
  return (
    <select
      class="select bare"
      aria-label={t('Project')}
      title={t('Project')}
      onChange={(event) => chooseProject(event.currentTarget.value || null)}
    >
      <option value="" selected={projectOf(state) === undefined}>
        {t('No project')}
      </option>
      <For each={state.projects}>
        {({ id, name }) => (
          <option value={id} selected={projectOf(state)?.id === id}>
            {showHidden(name)}
          </option>
        )}
      </For>
    </select>
  )
}
