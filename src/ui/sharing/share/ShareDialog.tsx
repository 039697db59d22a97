import './share.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { ShareContents } from '../../../protocol/share.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { fileSize } from '../../base/kit/file-size.ts'
import { saveFile } from '../../base/kit/save-file.ts'
import { useApp } from '../../base/state/app-context.ts'
import { createWork } from '../../base/state/create-work.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useShare } from '../../base/state/share.ts'
import { familyLines } from '../../base/state/variants.ts'
import { joined } from '../../base/words/joined.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { count, type PlainPhrase, t } from '../../base/words/t.ts'
import ExportButton from '../../settings/data/ExportButton.tsx'
import { HandOver } from './HandOver.tsx'
import { type Format, makeFile } from './make-file.ts'
import type { Wish } from './parts.ts'

const FORMATS: readonly { format: Format; label: PlainPhrase; hint: PlainPhrase }[] = [
  { format: 'html', label: 'Web page', hint: 'One file for any browser. Works offline and runs no scripts.' },
  {
    format: 'markdown',
    label: 'Markdown',
    hint: 'Text for notes and repositories, as a zip with the files that answers point at. Attached images are named.',
  },
  { format: 'json', label: 'JSON', hint: 'For other programs.' },
  {
    format: 'black-box',
    label: 'Black box',
    hint: 'The whole run, step by step. Open it in Reflexor to replay it or branch from it.',
  },
]

/** Exports a conversation as a file for others, and lists its content before it is saved. */
export default function ShareDialog(props: {
  sessionId: string
  /** To continue it elsewhere. */
  handOver: boolean | undefined
  onClose: () => void
}): JSX.Element {
  return props.handOver ? (
    <HandOver sessionId={props.sessionId} onClose={props.onClose} />
  ) : (
    <ShareFile sessionId={props.sessionId} onClose={props.onClose} />
  )
}

function ShareFile(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const source = useShare(props.sessionId)
  const [contents, setContents] = createSignal<ShareContents | null>(null)
  const [problem, setProblem] = createSignal('')
  source.contents().then(setContents, (error: unknown) => setProblem(messageOf(error)))
  const [format, setFormat] = createSignal<Format>('html')
  const [wish, setWish] = createSignal<Wish>({ thinking: false, calls: true, attached: true, files: true })
  const [wire, setWire] = createSignal(false)
  const [written, setWritten] = createSignal(0)
  const work = createWork()
  const { state } = useApp()
  const variants = () => Math.max(0, familyLines(state.sessions ?? [], props.sessionId).length - 1)
  const choose = (part: keyof Wish, wanted: boolean): void => void setWish({ ...wish(), [part]: wanted })
  const save = (now: ShareContents): void =>
    void work.run(async () => {
      setWritten(0)
      const made = await makeFile(source, now, {
        ...{ format: format(), wish: wish(), told: setWritten },
        wire: wire() && now.wire > 0,
      })
      saveFile(made.file, made.name)
      return { ok: true, message: t('Saved {name}, {size}.', { name: made.name, size: fileSize(made.file.size) }) }
    })
  return (
    <Dialog label={t('Share')} class="share whole-on-phones" onClose={props.onClose}>
      <Show when={contents()} fallback={<p class="hint">{problem() || t('Checking the session…')}</p>}>
        {(now) => (
          <>
            <fieldset class="choices">
              <legend>{t('Format')}</legend>
              <For each={FORMATS}>
                {({ format: each, label, hint }) => (
                  <label>
                    <input type="radio" name="format" checked={format() === each} onChange={() => setFormat(each)} />
                    <span>
                      {t(label)} <span class="hint">{t(hint)}</span>
                    </span>
                  </label>
                )}
              </For>
            </fieldset>
            <fieldset class="choices">
              <legend>{t('What it contains')}</legend>
              <p class="share-always">
                {t('“{title}”: {messages} of yours and {answers}', {
                  title: sessionTitle(now().title),
                  messages: count(now().own, '1 message', '{n} messages'),
                  answers: count(now().answers, '1 answer', '{n} answers'),
                })}
              </p>
              <Show when={format() === 'black-box'}>
                <p class="share-always">{runIn(now(), variants())}</p>
                <Show when={now().wire > 0}>
                  <label>
                    <input
                      type="checkbox"
                      checked={wire()}
                      onChange={(event) => setWire(event.currentTarget.checked)}
                    />
                    <span>{count(now().wire, '1 raw request to models', '{n} raw requests to models')}</span>
                  </label>
                </Show>
              </Show>
              <For each={format() === 'black-box' ? [] : partsIn(now())}>
                {({ part, words }) => (
                  <label>
                    <input
                      type="checkbox"
                      checked={wish()[part]}
                      onChange={(event) => choose(part, event.currentTarget.checked)}
                    />
                    <span>{words}</span>
                  </label>
                )}
              </For>
              <Show when={now().files.length > 0 && (wish().files || format() === 'black-box')}>
                <ul class="share-files">
                  <For each={now().files}>
                    {({ path, size }) => (
                      <li>
                        {path} <span class="hint">{fileSize(size)}</span>
                      </li>
                    )}
                  </For>
                </ul>
              </Show>
            </fieldset>
            <p class="hint">
              {format() === 'black-box'
                ? t('Never included: keys, memory, your instructions for all sessions.')
                : t('Never included: keys, the system prompt, memory, queued messages.')}{' '}
              {now().hidden > 0
                ? count(
                    now().hidden,
                    '1 secret found in the messages is removed.',
                    '{n} secrets found in the messages are removed.',
                  )
                : t('No secrets were found in the messages.')}{' '}
              {t('Review it before you share it: names and addresses are kept.')}
            </p>
            <Show when={now().damaged > 0}>
              <p class="hint">
                {count(
                  now().damaged,
                  '1 damaged message can’t be read and will be missing.',
                  '{n} damaged messages can’t be read and will be missing.',
                )}
              </p>
            </Show>
            <div class="row">
              <button type="button" class="button primary" disabled={work.busy()} onClick={() => save(now())}>
                {work.busy() ? busyWords(format(), written(), now().count) : t('Save')}
              </button>
              <ExportButton label={t('Save as archive')} sessionId={props.sessionId} />
            </div>
            <p class="hint">{t('You can import the archive into Reflexor again, with everything in the session.')}</p>
            <p class="hint" role="status">
              {work.outcome()?.message}
            </p>
          </>
        )}
      </Show>
    </Dialog>
  )
}

const wordsOf = {
  thinking: (n: number) => count(n, '1 block of thinking', '{n} blocks of thinking'),
  calls: (n: number) => count(n, '1 tool call with results', '{n} tool calls with results'),
  attached: (n: number) => count(n, '1 attachment', '{n} attachments'),
  files: (n: number) => count(n, '1 workspace file', '{n} workspace files'),
} satisfies Record<keyof Wish, (n: number) => string>

/** Checkboxes for the parts that can be left out, if the conversation has any. */
function partsIn({ calls, thinking, attached, files }: ShareContents): { part: keyof Wish; words: string }[] {
  const all: { part: keyof Wish; number: number }[] = [
    { part: 'calls', number: calls },
    { part: 'thinking', number: thinking },
    { part: 'attached', number: attached },
    { part: 'files', number: files.length },
  ]
  return all.flatMap(({ part, number }) => (number > 0 ? [{ part, words: wordsOf[part](number) }] : []))
}

const busyWords = (format: Format, written: number, all: number): string =>
  format === 'black-box' ? t('Writing…') : t('Writing… {n} of {all}', { n: written, all })

/** The content of a black box besides the text: everything, so that it can be replayed. */
function runIn({ calls, thinking, attached, files }: ShareContents, variants: number): string {
  const parts = [
    t('every step with its time'),
    t('the system prompt'),
    t('summaries'),
    t('queued messages'),
    t('models with their usage'),
    t('the list of tools'),
    ...(thinking > 0 ? [wordsOf.thinking(thinking)] : []),
    ...(calls > 0 ? [wordsOf.calls(calls)] : []),
    ...(attached > 0 ? [wordsOf.attached(attached)] : []),
    ...(files.length > 0
      ? [count(files.length, '1 workspace file and its older versions', '{n} workspace files and their older versions')]
      : []),
    ...(variants > 0 ? [count(variants, '1 other variant', '{n} other variants')] : []),
  ]
  return t('With {parts} and {last}.', { parts: joined(parts.slice(0, -1)), last: parts.at(-1) ?? '' })
}
