import { type JSX, onMount, Show } from 'solid-js'
import ChevronLeft from '~icons/lucide/chevron-left'
import ChevronRight from '~icons/lucide/chevron-right'
import { beginAt } from '../../base/kit/begin-at.ts'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { t } from '../../base/words/t.ts'
import { inputWords } from './input-words.ts'
import type { Inspection } from './inspection.ts'
import { dayAndClock } from './times.ts'

/** The journal as a slider, and actions for the chosen place. */
export function Timeline(props: {
  inspection: Pick<Inspection, 'entries' | 'place' | 'go'>
  /** Shows this place in the conversation itself. */
  onShow?: () => void
  forking: boolean
  onFork: () => void
}): JSX.Element {
  let line: HTMLInputElement | undefined
  onMount(() => beginAt(line))
  const last = () => props.inspection.entries().length - 1
  const place = () => props.inspection.place() ?? last()
  const entry = () => props.inspection.entries()[place()]
  const isPast = () => props.inspection.place() !== null
  const words = () => {
    const at = entry()
    return at === undefined
      ? t('Loading…')
      : t('Input {n} of {all}: {type}, {time}', {
          n: place() + 1,
          all: last() + 1,
          type: inputWords(at.type),
          time: dayAndClock(at.at),
        })
  }
  return (
    <div class="timeline" data-past={isPast()}>
      <div class="timeline-line">
        <IconButton
          label={t('Previous version')}
          disabled={place() <= 0}
          onClick={() => props.inspection.go(place() - 1)}
        >
          <ChevronLeft size={18} />
        </IconButton>
        <input
          ref={line}
          type="range"
          aria-label={t('Position in the journal')}
          aria-valuetext={words()}
          min="0"
          max={last()}
          value={place()}
          disabled={last() <= 0}
          onInput={(event) => props.inspection.go(event.currentTarget.valueAsNumber)}
        />
        <IconButton label={t('Next version')} disabled={!isPast()} onClick={() => props.inspection.go(place() + 1)}>
          <ChevronRight size={18} />
        </IconButton>
      </div>
      <div class="timeline-foot">
        <span class="timeline-mark">{isPast() ? t('Past') : t('Now')}</span>
        <span class="timeline-words">{words()}</span>
        <Show when={props.onShow}>
          {(show) => (
            <button type="button" class="button small" onClick={() => show()()}>
              {t('Show in the conversation')}
            </button>
          )}
        </Show>
        <Show when={isPast()}>
          <button type="button" class="button small" onClick={() => props.inspection.go(null)}>
            {t('Back to now')}
          </button>
        </Show>
        <button
          type="button"
          class="button small"
          title={t('A separate session that continues from here. It does nothing until you write to it.')}
          disabled={props.forking}
          onClick={() => props.onFork()}
        >
          {props.forking ? t('Forking…') : t('Fork here')}
        </button>
      </div>
    </div>
  )
}
