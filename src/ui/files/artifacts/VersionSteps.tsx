import { type JSX, Show } from 'solid-js'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { t } from '../../base/words/t.ts'

/** Steps through the versions of a page. `place` counts from 0. */
export function VersionSteps(props: { place: number; count: number; onGo: (place: number) => void }): JSX.Element {
  const isFirst = () => props.place <= 0
  const isLast = () => props.place >= props.count - 1
  // The buttons keep the focus at the first and last version.
  return (
    <div class="artifact-versions">
      <Show when={props.count > 1}>
        <IconButton
          label={t('Previous version')}
          aria-disabled={isFirst()}
          onClick={() => isFirst() || props.onGo(props.place - 1)}
        >
          <ChevronLeft size={18} />
        </IconButton>
      </Show>
      <span aria-live="polite">{t('Version {n} of {all}', { n: props.place + 1, all: props.count })}</span>
      <Show when={props.count > 1}>
        <IconButton
          label={t('Next version')}
          aria-disabled={isLast()}
          onClick={() => isLast() || props.onGo(props.place + 1)}
        >
          <ChevronRight size={18} />
        </IconButton>
      </Show>
    </div>
  )
}
