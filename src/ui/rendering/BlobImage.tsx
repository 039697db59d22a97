import './blob-image.css'
import { createResource, type JSX, Show } from 'solid-js'
import { createShownBlob } from '../base/kit/shown-blob.ts'
import { useApp } from '../base/state/app-context.ts'
import { t } from '../base/words/t.ts'
import { MOST_PIXELS, SHOWN, sizeOfPicture } from './picture-bounds.ts'

type Picture = { url: string | null } | { problem: () => string }
const NONE = { problem: () => t('This image can’t be shown.') }

/** Decodes nothing before the header has stated the size. */
async function pictureOf(bytes: Uint8Array, urlOf: () => string | null): Promise<Picture> {
  const header = await sizeOfPicture(bytes)
  if (header === null) return NONE
  const { width, height } = header
  if (width * height > MOST_PIXELS)
    return { problem: () => t('This image is too large to show: {width} × {height} pixels.', { width, height }) }
  return { url: urlOf() }
}

/**
 * An image from the blob store, by a `blob:` URL: nothing is fetched from the network. No SVG: an SVG can block the
 * page's thread forever.
 */
export function BlobImage(props: { blob: string; mediaType: string; label: string }): JSX.Element {
  const { actions } = useApp()
  const shown = createShownBlob()
  const [picture] = createResource(
    () => ({ sha: props.blob, type: props.mediaType }),
    async ({ sha, type }): Promise<Picture | null> => {
      const bytes = SHOWN.test(type) ? await actions.blob(sha) : null
      return bytes ? await pictureOf(bytes, () => shown.urlOf(bytes, type)) : NONE
    },
    // without it the nearest Suspense hides everything around the image until it is loaded
    { initialValue: null },
  )
  const url = () => {
    const now = picture.latest
    return now && 'url' in now ? now.url : undefined
  }
  const problem = () => {
    const now = picture.latest
    return now && 'problem' in now ? now.problem : NONE.problem
  }
  return (
    <Show when={url()} fallback={<p class="hint">{picture.loading ? t('Loading image…') : problem()()}</p>}>
      {(source) => <img ref={shown.by} class="blob-image" src={source()} alt={props.label} />}
    </Show>
  )
}
