import { createMemo, createSignal, type JSX, onCleanup, Show, Suspense } from 'solid-js'
import { fileSize } from '../../base/kit/file-size.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import type { CodeToSave } from '../../rendering/code-block.ts'
import { Markdown } from '../../rendering/Markdown.tsx'
import type { ShownPage } from './create-artifact.ts'

const SaveCode = lazy(() => import('../SaveCode.tsx'))

/** Most characters that are shown; the download has the rest. */
const SHOWN = 200_000

/** The source of a page, with the usual actions of code. It can be saved only if it is shown whole. */
export default function ArtifactSource(props: { shown: ShownPage }): JSX.Element {
  const { state } = useApp()
  const [saving, setSaving] = createSignal<CodeToSave | null>(null)
  const text = () => props.shown.text() ?? ''
  const left = () => Math.max(0, text().length - SHOWN)
  const saves = () => left() === 0 && state.open?.view?.head.recorded !== true
  const block = createMemo(() => {
    const code = text().slice(0, SHOWN)
    // A fence longer than any in the text, so that the text cannot end it.
    const longest = Math.max(2, ...(code.match(/~+/g) ?? []).map(({ length }) => length))
    const fence = '~'.repeat(longest + 1)
    const language = props.shown.kind() === 'svg' ? 'xml' : 'html'
    return `${fence}${language} title="${props.shown.artifact().path}"\n${code}\n${fence}`
  })
  const hold = (element: HTMLElement): void => {
    const ask = (event: Event): void => {
      if (event instanceof CustomEvent) setSaving(event.detail as CodeToSave)
    }
    element.addEventListener('save-code', ask)
    onCleanup(() => element.removeEventListener('save-code', ask))
  }
  return (
    <div ref={hold} class="artifact-source" data-saves={saves() ? '' : undefined}>
      <Markdown text={block()} growing={false} />
      <Show when={left() > 0}>
        <p class="hint">{t('… {size} more: download the file to see all.', { size: fileSize(left()) })}</p>
      </Show>
      <Show when={saving()}>
        {(code) => (
          <Suspense>
            <Show when={state.open}>
              {(session) => <SaveCode code={code()} session={session()} onClose={() => setSaving(null)} />}
            </Show>
          </Suspense>
        )}
      </Show>
    </div>
  )
}
