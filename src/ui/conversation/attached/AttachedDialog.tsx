import { createResource, type JSX, Match, Show, Suspense, Switch } from 'solid-js'
import { beginAt } from '../../base/kit/begin-at.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { useApp } from '../../base/state/app-context.ts'
import type { Attached } from '../../base/state/drafts.ts'
import { t } from '../../base/words/t.ts'
import PdfView from '../../files/PdfView.tsx'
import { type PreviewKind, previewKind } from '../../files/preview-kind.ts'
import { shownText, withRest } from '../../files/shown-text.ts'
import { BlobImage } from '../../rendering/BlobImage.tsx'
import { LongText } from '../../rendering/LongText.tsx'

/**
 * A picture or a document of the conversation, large. Text is shown whole, also if the model got only its beginning.
 * Other documents except PDFs are shown as the text that the model reads.
 */
export default function AttachedDialog(props: { block: Attached; onClose: () => void }): JSX.Element {
  return (
    <Dialog label={props.block.name ?? t('Image')} class="attached-dialog" onClose={props.onClose}>
      <Suspense fallback={<p class="hint">{t('Loading…')}</p>}>
        <Switch fallback={<Words sha={textOf(props.block)} />}>
          <Match when={props.block.type === 'image'}>
            <BlobImage
              blob={props.block.blob}
              mediaType={props.block.mediaType}
              label={props.block.name ?? t('Image')}
            />
          </Match>
          <Match when={props.block.mediaType === 'application/pdf'}>
            <PdfView blob={props.block.blob} />
          </Match>
        </Switch>
      </Suspense>
    </Dialog>
  )
}

/** Where its text is. */
function textOf(block: Attached): string | null {
  if (block.type !== 'document') return null
  // a file that could not be read has this type, whatever its name
  const isText = block.mediaType !== 'application/octet-stream' && TEXT.has(previewKind(block.name, block.mediaType))
  return block.digest && isText ? block.blob : block.words
}
const TEXT: ReadonlySet<PreviewKind> = new Set(['text', 'markdown', 'table'])

function Words(props: { sha: string | null }): JSX.Element {
  const { actions } = useApp()
  const [text] = createResource(
    () => props.sha,
    async (sha) => {
      const bytes = await actions.blob(sha)
      return bytes === null ? null : shownText(bytes)
    },
  )
  return (
    <Show
      when={!text.error && text()}
      fallback={<p class="hint">{text.loading ? t('Loading…') : t('It can’t be shown.')}</p>}
    >
      {(words) => (
        <pre ref={(made) => queueMicrotask(() => beginAt(made))} class="attached-words" tabindex="0">
          <LongText text={withRest(words())} />
        </pre>
      )}
    </Show>
  )
}
