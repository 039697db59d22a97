import './thinking.css'
import { createEffect, createSignal, type JSX, on, Show } from 'solid-js'
import { t } from '../../base/words/t.ts'
import { Markdown } from '../../rendering/Markdown.tsx'

/**
 * Thinking of a model: folded until the person opens it, unless the answer has nothing else (`alone`). Nothing is
 * rendered while it is folded.
 */
export default function Thinking(props: {
  text: string
  growing: boolean
  ms: number | undefined
  alone: boolean
}): JSX.Element {
  const [open, setOpen] = createSignal(false)
  createEffect(on(() => props.alone, setOpen))
  const words = () => {
    if (props.growing) return t('Thinking…')
    const seconds = Math.round((props.ms ?? 0) / 1000)
    if (seconds < 1) return t('Thought about it')
    return seconds < 60
      ? t('Thought for {seconds} s', { seconds })
      : t('Thought for {minutes} min {seconds} s', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
  }
  return (
    <details
      class="thinking"
      aria-label={t('Thinking')}
      open={open()}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary>
        <span classList={{ shimmer: props.growing }}>{words()}</span>
      </summary>
      <Show when={open()}>
        <div class="thinking-text">
          <Show
            when={props.text !== ''}
            fallback={<p class="hint">{t('The provider doesn’t reveal this thinking.')}</p>}
          >
            <Markdown text={props.text} growing={props.growing} />
          </Show>
        </div>
      </Show>
    </details>
  )
}
