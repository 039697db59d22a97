import { createResource, type JSX, Match, Show, Suspense, Switch } from 'solid-js'
import { beginAt } from '../../base/kit/begin-at.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { useApp } from '../../base/state/app-context.ts'
import type { Attached } from '../../base/state/drafts.ts'
import { t } from '../../base/words/t.ts'
import PdfView from '../../files/PdfView.tsx'
import { BlobImage } from '../../rendering/BlobImage.tsx'

/**
 * A picture or a document of the conversation, large. A document other than a PDF is shown as the text that the model
 * reads.
 */
export default function AttachedDialog(props: { block: Attached; onClose: () => void }): JSX.Element {
  return (
    <Dialog label={props.block.name ?? t('Image')} class="attached-dialog" onClose={props.onClose}>
      <Suspense fallback={<p class="hint">{t('Loading…')}</p>}>
        <Switch fallback={<Words sha={props.block.type === 'document' ? props.block.words : null} />}>
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

function Words(props: { sha: string | null }): JSX.Element {
  const { actions } = useApp()
  const [text] = createResource(
    () => props.sha,
    async (sha) => {
      const bytes = await actions.blob(sha)
      return bytes === null ? null : new TextDecoder().decode(bytes)
    },
  )
  return (
    <Show
      when={!text.error && text()}
      fallback={<p class="hint">{text.loading ? t('Loading…') : t('It can’t be shown.')}</p>}
    >
      {(words) => (
        <pre ref={(made) => queueMicrotask(() => beginAt(made))} class="attached-words" tabindex="0">
          {words()}
        </pre>
      )}
    </Show>
  )
}
