import { createSignal, type JSX } from 'solid-js'
import { MAX_STEP_TEXT } from '../../../agent/plan.ts'
import { isComposing } from '../../base/kit/is-composing.ts'
import { t } from '../../base/words/t.ts'

/** The text of one step while the person writes it. Enter saves, Escape discards; an empty text is not saved. */
export function StepText(props: {
  label: string
  text: string
  onSave: (text: string) => void
  onCancel: () => void
}): JSX.Element {
  const [text, setText] = createSignal(props.text)
  const save = (): void => {
    const words = text().replace(/\s+/g, ' ').trim()
    if (words !== '') props.onSave(words)
  }
  return (
    <div class="plan-text">
      <input
        ref={(element) => queueMicrotask(() => element.focus())}
        class="input small"
        type="text"
        aria-label={props.label}
        maxlength={MAX_STEP_TEXT}
        value={text()}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (isComposing(event)) return
          if (event.key === 'Escape') {
            event.stopPropagation()
            props.onCancel()
          }
          if (event.key !== 'Enter') return
          event.preventDefault()
          save()
        }}
      />
      <button type="button" class="button small" disabled={text().trim() === ''} onClick={save}>
        {t('Save')}
      </button>
      <button type="button" class="button small ghost" onClick={() => props.onCancel()}>
        {t('Cancel')}
      </button>
    </div>
  )
}
