import { isComposing } from '../../base/kit/is-composing.ts'
import { useAsk } from '../../base/state/ask.ts'
import './message-actions.css'
import { createResource, createSignal, For, type JSX, onMount, Show, Suspense } from 'solid-js'
import type { UserMessage } from '../../../agent/message.ts'
import { UnsentMessage } from '../../../agent/unsent-message.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { pastedFiles } from '../../base/kit/pasted-files.ts'
import { useApp } from '../../base/state/app-context.ts'
import { useBranches } from '../../base/state/branches.ts'
import type { Attached } from '../../base/state/drafts.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { createKeptText } from '../composer/kept-text.ts'
import { messageProblem } from '../composer/message-problem.ts'
import { leftBehindWords } from './act-words.ts'
import { createSentEdit, forgetSentEdit } from './sent-edit.ts'

const Attachments = lazy(() => import('../composer/attachments/Attachments.tsx'))

/** Edits a message of the person in its place. The new text is sent in a variant; the old one stays next to it. */
export default function MessageEditor(props: {
  message: UserMessage
  text: string
  onText: (text: string | null) => void
  /** Whether a press has just started the edit: read once, by the editor that it was meant for. */
  begun: { now: boolean }
}): JSX.Element {
  const { state } = useApp()
  const branches = useBranches()
  const ask = useAsk()
  // kept like the text: restored after a reload, and when the row comes back into view. Another session or message gets
  // another editor
  const named = `${state.open?.id} ${props.message.id}`
  const [keptFiles, keepFiles] = createKeptText(() => `edit-files ${named}`)
  const [sent, setSent] = createSentEdit(named, () => end())
  const [attached, setAttached] = createSignal<Attached[]>(
    parseAttached(keptFiles()) ??
      props.message.content.flatMap((block) => (block.type === 'text' ? [] : [{ ...block }])),
  )
  const attach = (blocks: Attached[]): void => {
    setAttached(blocks)
    keepFiles(JSON.stringify(blocks))
  }
  const end = (): void => {
    keepFiles(null)
    setSent(null)
    props.onText(null)
  }
  /** Files that were pasted here. */
  const [offered, setOffered] = createSignal<File[]>([])
  const [preparing, setPreparing] = createSignal(false)
  const sending = () => sent() !== null
  const [problem, setProblem] = createSignal('')
  const [left] = createResource(() =>
    state.open ? ask({ kind: 'left-behind', sessionId: state.open.id, count: props.message.n }) : null,
  )
  const files = () => left.latest?.files ?? []
  const fileNames = () =>
    files()
      .slice(0, 5)
      .map(({ path, blob }) => (blob === null ? t('{path} (didn’t exist yet)', { path }) : path))
      .join(t(', '))
  const more = () => files().length - 5
  let box: HTMLTextAreaElement | undefined
  onMount(() => {
    // text restored from storage does not take the focus
    if (!props.begun.now) return
    props.begun.now = false
    box?.focus()
    box?.setSelectionRange(box.value.length, box.value.length)
  })
  /** Returns the focus to where it came from, or moves it to the next action. */
  const cancel = (): void => {
    const row = box?.closest('article')
    end()
    const edit = row?.querySelector<HTMLElement>(`[aria-label="${t('Edit')}"]`)
    const next = edit ?? document.querySelector<HTMLElement>('.composer-box textarea')
    next?.focus()
  }
  const send = async (): Promise<void> => {
    if (sending()) return
    const text = props.text.trim()
    if (preparing()) return void setProblem('A file is still being prepared.')
    if (text === '' && attached().length === 0) return void setProblem('Write something first.')
    const wrong = messageProblem(text)
    if (wrong !== null) return void setProblem(wrong)
    const content = [
      ...attached().map((block) => ({ ...block })),
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ]
    // by then another session may be open, and this editor gone
    if (await branches.sendEdited(props.message.n, content, setSent)) forgetSentEdit(named)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (isComposing(event)) return
    if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      cancel()
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
        aria-label={t('Edit message')}
        readonly={sending()}
        value={props.text}
        onInput={(event) => {
          setProblem('')
          props.onText(event.currentTarget.value)
        }}
        onKeyDown={onKey}
        onPaste={(event) => {
          const files = pastedFiles(event)
          if (files.length === 0) return
          event.preventDefault()
          setOffered(files)
        }}
      />
      <div class="editor-attached">
        <Suspense>
          <Attachments
            id={named}
            attached={attached()}
            offered={offered()}
            free={!sending()}
            onAdd={(block) => attach([...attached(), block])}
            onRemove={(block) => attach(attached().filter((other) => other !== block))}
            onPreparing={(now) => {
              setPreparing(now)
              setProblem('')
            }}
          />
        </Suspense>
      </div>
      <Show when={left.latest}>
        {(found) => (
          <For each={leftBehindWords({ acts: found().acts, files: files().length })}>
            {(words) => <p class="hint">{words}</p>}
          </For>
        )}
      </Show>
      <Show when={files().length > 0}>
        <p class="hint">{more() > 0 ? t('{files} and {n} more', { files: fileNames(), n: more() }) : fileNames()}</p>
      </Show>
      <Show when={problem() !== ''}>
        <p class="mark bad" role="alert">
          {said(problem())}
        </p>
      </Show>
      <div class="row">
        <span class="hint">{t('The old message is kept as a variant.')}</span>
        <button type="button" class="button small" onClick={cancel}>
          {t('Cancel')}
        </button>
        <button
          type="button"
          class="button small primary"
          disabled={sending() || preparing()}
          onClick={() => void send()}
        >
          {sending() ? t('Sending…') : t('Save and send')}
        </button>
      </div>
    </div>
  )
}

/** null: none are stored, or they cannot be read. */
function parseAttached(json: string | null): Attached[] | null {
  try {
    return json === null ? null : (UnsentMessage.shape.attached.parse(JSON.parse(json)) ?? null)
  } catch {
    // not written by this app: the message has its own
    return null
  }
}
