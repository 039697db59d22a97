import './thinking.css'
import { createSignal, type JSX, Show } from 'solid-js'
import { Markdown } from '../rendering/Markdown.tsx'

/** What a model thinks before it speaks: folded until the person asks for it. Nothing is rendered while it is folded. */
export function Thinking(props: { text: string; growing: boolean }): JSX.Element {
  const [open, setOpen] = createSignal(false)
  return (
    <details class="thinking" aria-label="Thinking" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span classList={{ shimmer: props.growing }}>{props.growing ? 'Thinking…' : 'Thought about it'}</span>
      </summary>
      <Show when={open()}>
        <div class="thinking-text">
          <Show when={props.text !== ''} fallback={<p class="hint">The provider keeps this thought to itself.</p>}>
            <Markdown text={props.text} growing={props.growing} />
          </Show>
        </div>
      </Show>
    </details>
  )
}
