import './message-actions.css'
import X from 'lucide-solid/icons/x'
import { createResource, createSignal, For, type JSX, onMount, Show } from 'solid-js'
import type { PlainBlock } from '../../agent/content.ts'
import type { UserMessage } from '../../agent/message.ts'
import { messageProblem } from '../composer/message-problem.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { BlobImage } from '../rendering/BlobImage.tsx'
import { useApp } from '../state/app-context.ts'
import { useLeftBehind } from '../state/branches.ts'
import { leftBehindWords } from './act-words.ts'

/** A message of one's own, written anew in its place. What it says is sent in a variant; the old one stays beside it. */
export default function MessageEditor(props: {
  message: UserMessage
  text: string
  onText: (text: string | null) => void
}): JSX.Element {
  const { actions, state } = useApp()
  const leftBehind = useLeftBehind()
  const [dropped, setDropped] = createSignal<readonly number[]>([])
  const [sending, setSending] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  const [left] = createResource(() => (state.open ? leftBehind(state.open.id, props.message.n) : null))
  const files = () => left.latest?.files ?? []
  const more = () => files().length - 5
  const kept = () => props.message.content.filter((block, place) => block.type !== 'text' && !dropped().includes(place))
  let box: HTMLTextAreaElement | undefined
  onMount(() => {
    box?.focus()
    box?.setSelectionRange(box.value.length, box.value.length)
  })
  const send = async (): Promise<void> => {
    if (sending()) return
    const text = props.text.trim()
    if (text === '' && kept().length === 0) return void setProblem('Write something first.')
    const wrong = messageProblem(text)
    if (wrong !== null) return void setProblem(wrong)
    setSending(true)
    const content = [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...kept().map((block) => ({ ...block })),
    ]
    const sent = await actions.sendEdited(props.message.n, content)
    setSending(false)
    if (sent) props.onText(null)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      props.onText(null)
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      void send()
    }
  }
  return (
    <div class="message-editor">
      <textarea
        ref={box}
        class="input"
        aria-label="Edit message"
        readonly={sending()}
        value={props.text}
        onInput={(event) => {
          setProblem('')
          props.onText(event.currentTarget.value)
        }}
        onKeyDown={onKey}
      />
      <Show when={kept().length > 0}>
        <ul class="attached">
          <For each={props.message.content}>
            {(block, place) => (
              <Show when={block.type !== 'text' && !dropped().includes(place()) ? block : null}>
                {(attached) => (
                  <li>
                    <Attached block={attached()} />
                    <IconButton
                      label={`Remove ${nameOf(attached())}`}
                      onClick={() => setDropped([...dropped(), place()])}
                    >
                      <X size={14} />
                    </IconButton>
                  </li>
                )}
              </Show>
            )}
          </For>
        </ul>
      </Show>
      <Show when={left.latest}>
        {(found) => (
          <For each={leftBehindWords({ acts: found().acts, files: files().length })}>
            {(words) => <p class="hint">{words}</p>}
          </For>
        )}
      </Show>
      <Show when={files().length > 0}>
        <p class="hint">
          {files()
            .slice(0, 5)
            .map(({ path, blob }) => (blob === null ? `${path} (not there then)` : path))
            .join(', ')}
          {more() > 0 ? ` and ${more()} more` : ''}
        </p>
      </Show>
      <Show when={problem() !== ''}>
        <p class="mark bad" role="alert">
          {problem()}
        </p>
      </Show>
      <div class="row">
        <span class="hint">The old message stays as a variant.</span>
        <button type="button" class="button small" onClick={() => props.onText(null)}>
          Cancel
        </button>
        <button type="button" class="button small primary" disabled={sending()} onClick={() => void send()}>
          {sending() ? 'Sending…' : 'Save and send'}
        </button>
      </div>
    </div>
  )
}

type Attachment = Exclude<PlainBlock, { type: 'text' }>

const nameOf = (block: Attachment): string => (block.type === 'image' ? 'image' : block.name)

function Attached(props: { block: Attachment }): JSX.Element {
  const image = () => (props.block.type === 'image' ? props.block : null)
  return (
    <Show when={image()} fallback={<span class="mark">{nameOf(props.block)}</span>}>
      {(shown) => <BlobImage blob={shown().blob} mediaType={shown().mediaType} label="Attached image" />}
    </Show>
  )
}
