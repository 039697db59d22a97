import './attached.css'
import { createSignal, type JSX, Show, Suspense } from 'solid-js'
import FileText from '~icons/lucide/file-text'
import { isSound } from '../../../agent/attachments.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import type { Attached } from '../../base/state/drafts.ts'
import { t } from '../../base/words/t.ts'
import { BlobImage } from '../../rendering/BlobImage.tsx'
import { SoundView } from './SoundView.tsx'

const AttachedDialog = lazy(() => import('./AttachedDialog.tsx'))

/** A picture as a thumbnail, a document by its name; both open large. A recording has a player. */
export default function AttachedView(props: { block: Attached }): JSX.Element {
  const [open, setOpen] = createSignal(false)
  const name = () => props.block.name ?? t('image')
  if (isSound(props.block)) return <SoundView block={props.block} />
  return (
    <>
      <Show
        when={props.block.type === 'image' ? props.block : null}
        fallback={
          <button
            type="button"
            class="attached-file"
            aria-label={t('Open {name}', { name: name() })}
            onClick={() => setOpen(true)}
          >
            <FileText size={18} />
            <span class="ellipsis">
              <VisibleText text={name()} />
            </span>
          </button>
        }
      >
        {(image) => (
          <button
            type="button"
            class="attached-image"
            aria-label={t('Open {name}', { name: name() })}
            // keeps its space while the bytes load
            style={{ '--ratio': image().width && image().height ? `${image().width} / ${image().height}` : 'auto' }}
            onClick={() => setOpen(true)}
          >
            <BlobImage blob={image().blob} mediaType={image().mediaType} label={name()} />
          </button>
        )}
      </Show>
      <Show when={open()}>
        <Suspense>
          <AttachedDialog block={props.block} onClose={() => setOpen(false)} />
        </Suspense>
      </Show>
    </>
  )
}
