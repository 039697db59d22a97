import { isComposing } from '../../base/kit/is-composing.ts'
import './find-bar.css'
import './found.css'
import { createEffect, type JSX, on, onCleanup } from 'solid-js'
import ChevronDown from '~icons/lucide/chevron-down'
import ChevronUp from '~icons/lucide/chevron-up'
import Library from '~icons/lucide/library'
import X from '~icons/lucide/x'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { SearchBox } from '../../base/kit/SearchBox.tsx'
import { useApp } from '../../base/state/app-context.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'
import { createFind } from './create-find.ts'
import { FIND_BAR, firstWords, stopFinding, wantSearch } from './finding.ts'

/** Bar that finds exact text in the open session, and steps from match to match. */
export default function FindBar(props: { session: OpenSession }): JSX.Element {
  const { openDialog } = useApp()
  const { query, write, step, total, words } = createFind(() => props.session)
  let box: HTMLInputElement | undefined
  const close = (): void => {
    stopFinding()
    document.querySelector<HTMLElement>('.composer-box textarea')?.focus({ preventScroll: true })
  }
  const searchAll = (): void => {
    const asked = query()
    stopFinding()
    wantSearch(asked)
    openDialog('search')
  }
  // words searched in one session do not apply to another
  onCleanup(stopFinding)
  // the shortcut was pressed again, perhaps with other words selected
  createEffect(
    on(firstWords, () => {
      box?.focus()
      box?.select()
    }),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element `search` is not known to every screen reader yet
    <div
      role="search"
      class={FIND_BAR}
      aria-label={t('Find in this session')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event)) return
        event.preventDefault()
        close()
      }}
    >
      <div class="find-box">
        <SearchBox
          ref={(made) => {
            box = made
          }}
          label={t('Find in this session')}
          most={400}
          value={query()}
          onInput={write}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || isComposing(event)) return
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          }}
        />
        <p class="find-count" role="status" aria-label={t('Found')}>
          {words()}
        </p>
      </div>
      <IconButton label={t('Previous match')} disabled={total() === 0} onClick={() => step(-1)}>
        <ChevronUp size={18} />
      </IconButton>
      <IconButton label={t('Next match')} disabled={total() === 0} onClick={() => step(1)}>
        <ChevronDown size={18} />
      </IconButton>
      <IconButton label={t('All sessions')} disabled={query().trim() === ''} onClick={searchAll}>
        <Library size={18} />
      </IconButton>
      <IconButton label={t('Close')} onClick={close}>
        <X size={18} />
      </IconButton>
    </div>
  )
}
