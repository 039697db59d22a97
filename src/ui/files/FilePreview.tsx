import './file-preview.css'
import { createResource, type JSX, Match, Show, Suspense, Switch } from 'solid-js'
import type { FileEntry } from '../../agent/state.ts'
import { fileSize } from '../base/kit/file-size.ts'
import { lazy } from '../base/kit/lazy.ts'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { t } from '../base/words/t.ts'
import { BlobImage } from '../rendering/BlobImage.tsx'
import { kindOfPage } from '../rendering/cost/page-kind.ts'
import { Markdown } from '../rendering/Markdown.tsx'
import { languageOf } from './language-of.ts'
import { kindInWords, type PreviewKind, previewKind } from './preview-kind.ts'
import { type ShownText, shownText, withRest } from './shown-text.ts'

const PagePreview = lazy(() => import('./artifacts/PagePreview.tsx'))
const CsvTable = lazy(() => import('./CsvTable.tsx'))
const DocumentPreview = lazy(() => import('./DocumentPreview.tsx'))
const PdfView = lazy(() => import('./PdfView.tsx'))
const CodeText = lazy(() => import('../rendering/CodeText.tsx'))

/** Kinds whose text is shown. */
const READ: ReadonlySet<PreviewKind> = new Set(['text', 'markdown', 'table'])

type Content = ShownText | { problem: string }

/** The chosen file as text, markdown or image; for other kinds, its description. */
export function FilePreview(props: { file: FileEntry }): JSX.Element {
  const { actions } = useApp()
  const kind = () => previewKind(props.file.path, props.file.mediaType)
  const office = () => {
    const now = kind()
    return now === 'docx' || now === 'xlsx' ? now : null
  }
  const [content] = createResource(
    () => (READ.has(kind()) ? props.file.blob : null),
    async (sha): Promise<Content> => {
      try {
        const bytes = await actions.blob(sha)
        return bytes ? shownText(bytes) : { problem: t('The content of this file is missing.') }
      } catch (error) {
        return { problem: messageOf(error) }
      }
    },
  )
  const text = () => {
    const now = content.latest
    return now && 'text' in now ? withRest(now) : undefined
  }
  const problem = () => {
    const now = content.latest
    return now && 'problem' in now ? now.problem : undefined
  }
  return (
    <div class="preview-body">
      <Suspense fallback={<p class="hint">{t('Loading…')}</p>}>
        <Switch
          fallback={
            <p class="hint">
              {t('{kind}, {size}. No preview available.', {
                kind: kindInWords(props.file.mediaType) || t('Unknown type'),
                size: fileSize(props.file.size),
              })}
            </p>
          }
        >
          <Match when={problem()}>{(words) => <p class="field-error">{words()}</p>}</Match>
          {/* an SVG too: drawn in the page itself, one that repeats itself often enough would hold the app up */}
          <Match when={kindOfPage(props.file.path, props.file.mediaType) && props.file.blob}>
            {(blob) => <PagePreview path={props.file.path} blob={blob()} mediaType={props.file.mediaType} />}
          </Match>
          <Match when={kind() === 'image' && props.file.blob}>
            {(sha) => (
              <Show when={sha()} keyed>
                {(blob) => <BlobImage blob={blob} mediaType={props.file.mediaType} label={props.file.path} />}
              </Show>
            )}
          </Match>
          <Match when={kind() === 'markdown'}>
            <Markdown text={text() ?? ''} growing={false} isFile />
          </Match>
          <Match when={kind() === 'text'}>
            <CodeText class="preview-text" text={text() ?? ''} language={languageOf(props.file.path)} />
          </Match>
          <Match when={kind() === 'table'}>
            <CsvTable text={text() ?? ''} path={props.file.path} />
          </Match>
          <Match when={office() && props.file.blob}>
            {(blob) => <DocumentPreview kind={office() ?? 'docx'} blob={blob()} />}
          </Match>
          <Match when={kind() === 'pdf' && props.file.blob}>{(blob) => <PdfView blob={blob()} />}</Match>
        </Switch>
      </Suspense>
    </div>
  )
}
