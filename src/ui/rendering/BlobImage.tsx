import './blob-image.css'
import { createResource, type JSX, onCleanup, Show } from 'solid-js'
import { useApp } from '../state/app-context.ts'

const SHOWN = /^image\/(png|jpeg|gif|webp|avif)$/

/** An image out of the blob store, by a `blob:` URL: nothing is fetched from the network. No SVG: one can keep the page's thread busy for ever. */
export function BlobImage(props: { blob: string; mediaType: string; label: string }): JSX.Element {
  const { actions } = useApp()
  const [url] = createResource(
    () => ({ sha: props.blob, type: props.mediaType }),
    async ({ sha, type }) => {
      const bytes = SHOWN.test(type) ? await actions.blob(sha) : null
      return bytes ? URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type })) : null
    },
  )
  onCleanup(() => {
    const made = url.latest
    if (made) URL.revokeObjectURL(made)
  })
  return (
    <Show
      when={url.latest}
      fallback={<p class="hint">{url.loading ? 'Loading image…' : 'This image cannot be shown.'}</p>}
    >
      {(source) => <img class="blob-image" src={source()} alt={props.label} />}
    </Show>
  )
}
