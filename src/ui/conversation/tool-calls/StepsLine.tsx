import './steps-line.css'
import { type JSX, Show } from 'solid-js'
import ChevronRight from '~icons/lucide/chevron-right'
import type { Answer, Message } from '../../../agent/message.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { t } from '../../base/words/t.ts'
import { stepsInWords } from '../../base/words/tool-words.ts'
import { setFoldOpen } from './folded-steps.ts'
import type { Fold } from './row-folds.ts'

/**
 * Finished calls in one quiet line, and how long they took: from the end of their first answer to the answer after the
 * last of them.
 */
export default function StepsLine(props: {
  fold: Fold
  answer: Answer
  rows: Readonly<Record<number, Message | undefined>>
}): JSX.Element {
  const ms = (): number | null => {
    const next = props.rows[props.fold.until + 1]
    const { endedAt } = props.answer
    return next?.role === 'assistant' && endedAt !== null && next.timestamp > endedAt ? next.timestamp - endedAt : null
  }
  return (
    <button
      type="button"
      class="steps-line"
      aria-expanded={props.fold.open}
      onClick={() => setFoldOpen(props.fold.first, !props.fold.open)}
    >
      <ChevronRight size={14} />
      <span>
        <VisibleText text={stepsInWords(props.fold.names)} />
        <Show when={ms()}>{(took) => <> · {lasted(took())}</>}</Show>
      </span>
    </button>
  )
}

const lasted = (ms: number): string => {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 60
    ? t('{seconds} s', { seconds })
    : t('{minutes} min {seconds} s', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}
