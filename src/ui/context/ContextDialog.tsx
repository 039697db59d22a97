import './context.css'
import { createResource, createSignal, For, type JSX, Show } from 'solid-js'
import type { ContextView } from '../../protocol/context-view.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { tokens } from '../kit/tokens.ts'
import { useApp } from '../state/app-context.ts'
import { useContextView } from '../state/context.ts'
import { UsedLines } from '../usage/UsedLines.tsx'

/** The next request, part by part with its sizes: made by the function that makes the one that is sent. */
export default function ContextDialog(props: { onClose: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const contextOf = useContextView()
  const [instruction, setInstruction] = createSignal('')
  const [copied, setCopied] = createSignal('')
  const version = () => (state.open?.view ? `${state.open.id} ${state.open.view.head.seq}` : null)
  const [view] = createResource(version, (key) => contextOf(key.slice(0, key.lastIndexOf(' '))))
  const copy = async (json: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(json)
      setCopied('Copied.')
    } catch {
      setCopied('The browser did not allow it.')
    }
  }
  /** What is asked again after a crash must be the same question, so nothing is added to it while the model answers. */
  const answering = () => (state.open?.view?.head.live.length ?? 0) > 0
  const compact = (): void => {
    actions.compact(instruction().trim())
    setInstruction('')
  }
  return (
    <Dialog label="What the model sees" class="settings context-dialog" onClose={props.onClose}>
      <Show when={view.latest} fallback={<p class="hint">{view.error ? 'It cannot be read now.' : 'Loading…'}</p>}>
        {(now) => (
          <>
            <Meter view={now()} />
            <UsedLines used={now().used} />
            <div class="compact-line">
              <input
                class="input"
                aria-label="What to keep"
                placeholder="What to keep, for example: the SQL"
                maxlength="1000"
                value={instruction()}
                onInput={(event) => setInstruction(event.currentTarget.value)}
              />
              <button type="button" class="button" onClick={compact}>
                Compact now
              </button>
              <button type="button" class="button" onClick={() => void copy(now().json)}>
                Copy as JSON
              </button>
            </div>
            <p class="hint" role="status">
              {copied()}
            </p>
            <For each={now().system}>{(part) => <Part title={part.title} size={part.size} text={part.text} />}</For>
            <details class="context-part">
              <summary>
                <span>
                  {now().tools.length} {now().tools.length === 1 ? 'tool' : 'tools'}
                </span>
                <Size size={now().tools.reduce((sum, tool) => sum + tool.size, 0)} />
              </summary>
              <ul class="context-tools">
                <For each={now().tools}>
                  {(tool) => (
                    <li>
                      <code>{tool.name}</code>
                      <Size size={tool.size} />
                    </li>
                  )}
                </For>
              </ul>
            </details>
            <h3>Messages</h3>
            <Show when={answering()}>
              <p class="hint" role="note">
                The model is answering. Earlier material can be loaded when its answer is there.
              </p>
            </Show>
            <For each={now().messages}>
              {(message) => (
                <Part title={message.label} size={message.size} text={message.text} how={message.how}>
                  <Show when={message.callId}>
                    {(id) => (
                      <LoadButton
                        what={message.label}
                        disabled={answering()}
                        onClick={() => actions.loadToolCall(id())}
                      />
                    )}
                  </Show>
                  <Show when={message.how === 'summary' && now().summary}>
                    {(summary) => (
                      <button
                        type="button"
                        class="button small"
                        disabled={answering()}
                        onClick={() => actions.expandHistory(summary().cutAt, EXPANDED)}
                      >
                        Send the last {EXPANDED} messages behind it again
                      </button>
                    )}
                  </Show>
                </Part>
              )}
            </For>
            <Show when={now().listed.length > 0}>
              <details class="context-part">
                <summary>
                  <span>
                    {now().listed.length} earlier tool {now().listed.length === 1 ? 'call' : 'calls'} by name only; the
                    model can load {now().listed.length === 1 ? 'it' : 'them'}
                  </span>
                </summary>
                <ul class="context-tools">
                  <For each={now().listed}>
                    {(call) => (
                      <li>
                        <code>
                          {call.id} {call.name}
                        </code>
                        <span class="hint">{call.about}</span>
                        <LoadButton
                          what={`${call.id} ${call.name}`}
                          disabled={answering()}
                          onClick={() => actions.loadToolCall(call.id)}
                        />
                      </li>
                    )}
                  </For>
                </ul>
              </details>
            </Show>
          </>
        )}
      </Show>
    </Dialog>
  )
}

const EXPANDED = 10

/** Until the next compression. */
function LoadButton(props: { what: string; disabled: boolean; onClick: () => void }): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      title="Send it in full again"
      aria-label={`Load ${props.what}`}
      disabled={props.disabled}
      onClick={() => props.onClick()}
    >
      Load
    </button>
  )
}

const BY = {
  catalogue: 'from the catalogue',
  provider: 'as the provider says',
  person: 'as you set it',
  learned: 'learned from a refusal',
  assumed: 'assumed, nobody said',
}

function Meter(props: { view: ContextView }): JSX.Element {
  const window = () => props.view.window
  return (
    <div class="context-meter">
      <p>
        <strong>about {tokens(props.view.size)}</strong> tokens
        <Show when={window()}>
          {(known) => (
            <>
              {' '}
              of {tokens(known().size)} <span class="hint">({BY[known().by]})</span>
            </>
          )}
        </Show>
      </p>
      <Show when={window()}>
        {(known) => (
          <meter
            aria-label="Filled"
            min="0"
            max={known().size}
            high={props.view.compressAbove ?? known().size}
            value={Math.min(props.view.size, known().size)}
          />
        )}
      </Show>
      <p class="hint">
        {props.view.compressAbove === null
          ? 'The history is never compressed by itself.'
          : `Above ${tokens(props.view.compressAbove)} the history is compressed before the model is asked.`}
        {props.view.cached === null
          ? ''
          : ` Of the last question ${Math.round(props.view.cached * 100)} % came from the provider's cache.`}
      </p>
    </div>
  )
}

function Part(props: {
  title: string
  size: number
  text: string
  how?: ContextView['messages'][number]['how']
  children?: JSX.Element
}): JSX.Element {
  return (
    <details class="context-part">
      <summary>
        <span>{props.title}</span>
        <Show when={props.how === 'shortened'}>
          <span class="context-how">shortened</span>
        </Show>
        <span class="context-peek">{props.text.slice(0, 120)}</span>
        <Size size={props.size} />
      </summary>
      {props.children}
      <pre>{props.text}</pre>
    </details>
  )
}

function Size(props: { size: number }): JSX.Element {
  return <span class="context-size">{tokens(props.size)}</span>
}
