import './tag-filter.css'
import { createEffect, createMemo, For, type JSX, Show } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { showHidden } from '../base/words/hidden-signs.ts'
import { t } from '../base/words/t.ts'
import { shownTag, showTag } from './shown-tag.ts'
import { livingTags } from './tags.ts'

/** Tags above the list; a press shows only the sessions of one. */
export default function TagFilter(): JSX.Element {
  const { state } = useApp()
  const names = createMemo(() => livingTags(state.preferences.tags, state.sessions ?? []).map(({ name }) => name))
  createEffect(() => {
    const shown = shownTag()
    // its last session was deleted: an empty list would look as if there were no sessions
    if (state.sessions !== null && shown !== null && !names().includes(shown)) showTag(null)
  })
  return (
    <Show when={names().length > 0}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label={t('Tags')} class="tag-filter">
        <For each={names()}>
          {(name) => (
            <button
              type="button"
              class="tag"
              aria-pressed={shownTag() === name}
              onClick={() => showTag(shownTag() === name ? null : name)}
            >
              <bdi>{showHidden(name)}</bdi>
            </button>
          )}
        </For>
      </div>
    </Show>
  )
}
