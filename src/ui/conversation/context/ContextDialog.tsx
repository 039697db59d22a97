import './context.css'
import { createResource, createSignal, For, type JSX, Show } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useAsk } from '../../base/state/ask.ts'
import { resultOf } from '../../base/words/named-in-text.ts'
import { said } from '../../base/words/said.ts'
import { count, t } from '../../base/words/t.ts'
import { toolWords } from '../../base/words/tool-words.ts'
import { UsedLines } from '../../settings/usage/UsedLines.tsx'
import { ContextMeter } from './ContextMeter.tsx'
import { LoadButton, RequestPart, Size } from './ContextPart.tsx'
import { type KeyedContext, partStorage, withKeys } from './kept-parts.ts'

/** The next request, part by part with sizes: built by the same function that builds the request that is sent. */
export default function ContextDialog(props: { onClose: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const ask = useAsk()
  const [instruction, setInstruction] = createSignal('')
  const [copied, setCopied] = createSignal('')
  const version = () => (state.open?.view ? `${state.open.id} ${state.open.view.head.seq}` : null)
  const [view] = createResource(
    version,
    async (key): Promise<KeyedContext> =>
      withKeys(await ask({ kind: 'context', sessionId: key.slice(0, key.lastIndexOf(' ')) }), view.latest),
    { storage: partStorage },
  )
  const copy = async (json: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(json)
      setCopied('Copied.')
    } catch {
      setCopied('The browser blocked this.')
    }
  }
  /** A question asked again after a crash must be identical, so nothing is added to it while the model answers. */
  const answering = () => (state.open?.view?.head.live.length ?? 0) > 0
  const compact = (): void => {
    actions.compact(instruction().trim())
    setInstruction('')
  }
  return (
    <Dialog label={t('What the model sees')} class="settings context-dialog whole-on-phones" onClose={props.onClose}>
      <Show
        when={view.latest}
        fallback={<p class="hint">{view.error ? t('It can’t be read right now.') : t('Loading…')}</p>}
      >
        {(now) => (
          <>
            <ContextMeter view={now()} />
            <UsedLines used={now().used} />
            <div class="compact-line">
              <input
                class="input"
                aria-label={t('What to keep')}
                placeholder={t('Keep in the summary, for example: the SQL')}
                maxlength="1000"
                value={instruction()}
                onInput={(event) => setInstruction(event.currentTarget.value)}
              />
              <button type="button" class="button" onClick={compact}>
                {t('Compact now')}
              </button>
              <button type="button" class="button" onClick={() => void copy(now().json)}>
                {t('Copy as JSON')}
              </button>
            </div>
            <p class="hint" role="status">
              {said(copied())}
            </p>
            <For each={now().system}>
              {(part) => <RequestPart title={said(part.title)} size={part.size} text={part.text} />}
            </For>
            <details class="context-part">
              <summary>
                <span>{count(now().tools.length, '1 tool', '{n} tools')}</span>
                <Size size={now().tools.reduce((sum, tool) => sum + tool.size, 0)} />
              </summary>
              <ul class="context-tools">
                <For each={now().tools}>
                  {(tool) => (
                    <li>
                      <span>{toolWords(tool.name).label}</span>
                      <code class="hint">{tool.name}</code>
                      <Size size={tool.size} />
                    </li>
                  )}
                </For>
              </ul>
            </details>
            <h3>{t('Messages')}</h3>
            <Show when={answering()}>
              <p class="hint" role="note">
                {t('The model is answering. You can load earlier content when it finishes.')}
              </p>
            </Show>
            <For each={now().messages}>
              {(message) => (
                <RequestPart title={titleOf(message.label)} size={message.size} text={message.text} how={message.how}>
                  <Show when={message.callId}>
                    {(id) => (
                      <LoadButton
                        what={titleOf(message.label)}
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
                        {t('Send its last {n} messages in full again', { n: EXPANDED })}
                      </button>
                    )}
                  </Show>
                </RequestPart>
              )}
            </For>
            <Show when={now().listed.length > 0}>
              <details class="context-part">
                <summary>
                  <span>
                    {count(
                      now().listed.length,
                      '1 earlier tool call, by name only. The model can load it.',
                      '{n} earlier tool calls, by name only. The model can load them.',
                    )}
                  </span>
                </summary>
                <ul class="context-tools">
                  <For each={now().listed}>
                    {(call) => (
                      <li>
                        <span>{toolWords(call.name).label}</span>
                        <code class="hint">
                          {call.id} {call.name}
                        </code>
                        <span class="hint">{call.about}</span>
                        <LoadButton
                          what={`${call.id} ${toolWords(call.name).label}`}
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

/** The request itself shows the tool's own name, one part before. */
function titleOf(label: string): string {
  const name = resultOf(label)
  return name === null ? said(label) : t('Result of {tool}', { tool: toolWords(name).label })
}
