import './artifacts.css'
import { createMemo, createSignal, type JSX, Show } from 'solid-js'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { pageProblem } from '../../rendering/cost/page-cost.ts'
import { kindOfPage } from '../../rendering/cost/page-kind.ts'
import ArtifactFrame from './ArtifactFrame.tsx'
import { type FramePage, isSamePage } from './frame-page.ts'
import { createPageText, problemOf, textOf } from './page-text.ts'

/** An HTML or SVG file as it looks, without its scripts; its source is one press away. */
export default function PagePreview(props: { path: string; blob: string; mediaType: string }): JSX.Element {
  const [source, setSource] = createSignal(false)
  const page = createPageText(() => ({ blob: props.blob }))
  const tooCostly = createMemo(() => {
    const kind = kindOfPage(props.path, props.mediaType)
    return kind === null ? null : pageProblem(textOf(page.latest) ?? '', kind)
  })
  const shown = createMemo(
    (): FramePage | undefined => {
      const text = textOf(page.latest)
      const kind = kindOfPage(props.path, props.mediaType)
      return text === undefined || kind === null || tooCostly() !== null
        ? undefined
        : { text, kind, runs: false, path: props.path, bundle: null }
    },
    undefined,
    { equals: isSamePage },
  )
  return (
    <div class="page-preview">
      <div class="row">
        <button type="button" class="button small" aria-pressed={source()} onClick={() => setSource(!source())}>
          {t('Source')}
        </button>
        <span class="hint">{t('Shown without scripts')}</span>
      </div>
      <Show when={problemOf(page.latest) ?? tooCostly()}>{(words) => <p class="field-error">{said(words())}</p>}</Show>
      <Show
        when={!source()}
        fallback={
          <pre class="preview-text" tabindex="0">
            {(textOf(page.latest) ?? '').slice(0, 200_000)}
          </pre>
        }
      >
        <Show when={shown()}>{(framed) => <ArtifactFrame page={framed()} scripts={false} label={props.path} />}</Show>
      </Show>
    </div>
  )
}
