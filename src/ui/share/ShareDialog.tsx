import './share.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { ShareContents } from '../../protocol/share-view.ts'
import { familyLines } from '../branches/variants.ts'
import ExportButton from '../data/ExportButton.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { fileSize } from '../kit/file-size.ts'
import { saveFile } from '../kit/save-file.ts'
import { useApp } from '../state/app-context.ts'
import { createWork } from '../state/create-work.ts'
import { messageOf } from '../state/message-of.ts'
import { useShare } from '../state/share.ts'
import { type Format, makeFile } from './make-file.ts'
import type { Wish } from './parts.ts'

const FORMATS: readonly { format: Format; label: string; hint: string }[] = [
  { format: 'html', label: 'Web page', hint: 'One file for any browser. It needs no network and runs no script.' },
  { format: 'markdown', label: 'Markdown', hint: 'Text for notes and repositories. Pictures are named, not shown.' },
  { format: 'json', label: 'JSON', hint: 'For other programs.' },
  {
    format: 'black-box',
    label: 'Black box',
    hint: 'The whole run, step by step. Reflexor opens it as a recording to replay and to branch from.',
  },
]

/** Takes one conversation along as a file that others can read: what goes into it is said before it is saved. */
export default function ShareDialog(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const source = useShare(props.sessionId)
  const [contents, setContents] = createSignal<ShareContents | null>(null)
  const [problem, setProblem] = createSignal('')
  source.contents().then(setContents, (error: unknown) => setProblem(messageOf(error)))
  const [format, setFormat] = createSignal<Format>('html')
  const [wish, setWish] = createSignal<Wish>({ thinking: false, calls: true, attached: true, files: true })
  const [written, setWritten] = createSignal(0)
  const work = createWork()
  const { state } = useApp()
  const variants = () => Math.max(0, familyLines(state.sessions ?? [], props.sessionId).length - 1)
  const choose = (part: keyof Wish, wanted: boolean): void => void setWish({ ...wish(), [part]: wanted })
  const save = (now: ShareContents): void =>
    void work.run(async () => {
      setWritten(0)
      const made = await makeFile(source, now, { format: format(), wish: wish(), told: setWritten })
      saveFile(made.file, made.name)
      return { ok: true, message: `Saved ${made.name}, ${fileSize(made.file.size)}.` }
    })
  return (
    <Dialog label="Share" class="share whole-on-phones" onClose={props.onClose}>
      <Show when={contents()} fallback={<p class="hint">{problem() || 'Looking at what there is…'}</p>}>
        {(now) => (
          <>
            <fieldset class="choices">
              <legend>As</legend>
              <For each={FORMATS}>
                {({ format: each, label, hint }) => (
                  <label>
                    <input type="radio" name="format" checked={format() === each} onChange={() => setFormat(each)} />
                    <span>
                      {label} <span class="hint">{hint}</span>
                    </span>
                  </label>
                )}
              </For>
            </fieldset>
            <fieldset class="choices">
              <legend>What goes into it</legend>
              <p class="share-always">
                “{now().title}”: {count(now().own, 'message')} of yours and {count(now().answers, 'answer')}
              </p>
              <Show when={format() === 'black-box'}>
                <p class="share-always">{runIn(now(), variants())}</p>
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
                ? 'Never in it: keys, memory, what you told all sessions of yourself.'
                : 'Never in it: keys, the system prompt, memory, messages that wait.'}{' '}
              {now().hidden > 0
                ? `${count(now().hidden, 'secret')} that ${now().hidden === 1 ? 'was' : 'were'} found in the messages ${now().hidden === 1 ? 'is' : 'are'} taken out.`
                : 'No secret was found in the messages.'}{' '}
              Look through it before you give it away: names and addresses stay.
            </p>
            <Show when={now().damaged > 0}>
              <p class="hint">{count(now().damaged, 'damaged message')} cannot be read and will be missing.</p>
            </Show>
            <div class="row">
              <button type="button" class="button primary" disabled={work.busy()} onClick={() => save(now())}>
                {work.busy() ? busyWords(format(), written(), now().count) : 'Save'}
              </button>
              <ExportButton label="Save as archive" sessionId={props.sessionId} />
            </div>
            <p class="hint">The archive can be imported into Reflexor again, with everything that is in the session.</p>
            <p class="hint" role="status">
              {work.outcome()?.message}
            </p>
          </>
        )}
      </Show>
    </Dialog>
  )
}

const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`

/** What may be left out, as far as there is any of it. */
function partsIn({ calls, thinking, attached, files }: ShareContents): { part: keyof Wish; words: string }[] {
  const all: { part: keyof Wish; number: number; words: string }[] = [
    { part: 'calls', number: calls, words: `${count(calls, 'tool call')} with results` },
    { part: 'thinking', number: thinking, words: `${count(thinking, 'part')} of thinking` },
    { part: 'attached', number: attached, words: count(attached, 'attachment') },
    { part: 'files', number: files.length, words: `${count(files.length, 'file')} of the workspace` },
  ]
  return all.filter(({ number }) => number > 0)
}

const busyWords = (format: Format, written: number, all: number): string =>
  format === 'black-box' ? 'Writing…' : `Writing… ${written} of ${all}`

/** What a black box holds beside the words: all of it, so that it can be replayed. */
function runIn({ calls, thinking, attached, files }: ShareContents, variants: number): string {
  const parts = [
    'every step of the machine with its time',
    'the system prompt',
    'summaries',
    'messages that wait',
    'models with their usage',
    'the list of tools',
    ...(thinking > 0 ? [`${count(thinking, 'part')} of thinking`] : []),
    ...(calls > 0 ? [`${count(calls, 'tool call')} with results`] : []),
    ...(attached > 0 ? [count(attached, 'attachment')] : []),
    ...(files.length > 0 ? [`${count(files.length, 'file')} of the workspace and their older versions`] : []),
    ...(variants > 0 ? [count(variants, 'other variant')] : []),
  ]
  return `With ${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}.`
}
