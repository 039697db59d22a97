import './steps-line.css'
import ChevronRight from 'lucide-solid/icons/chevron-right'
import { type JSX, Show } from 'solid-js'
import { VisibleText } from '../kit/VisibleText.tsx'
import { t } from '../words/t.ts'
import { stepsInWords } from './tool-words.ts'

/** Calls that are done, in one quiet line. `ms`: how long they took; null: that is not known. */
export default function StepsLine(props: {
  names: readonly string[]
  ms: number | null
  open: boolean
  onToggle: () => void
}): JSX.Element {
  return (
    <button type="button" class="steps-line" aria-expanded={props.open} onClick={() => props.onToggle()}>
      <ChevronRight size={14} />
      <span>
        <VisibleText text={stepsInWords(props.names)} />
        <Show when={props.ms}>{(ms) => <> · {lasted(ms())}</>}</Show>
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
