import AudioLines from 'lucide-solid/icons/audio-lines'
import { createResource, type JSX, onCleanup, Show } from 'solid-js'
import { duration } from '../../kit/duration.ts'
import { VisibleText } from '../../kit/VisibleText.tsx'
import { useApp } from '../../state/app-context.ts'
import type { Attached } from '../../state/drafts.ts'
import { t } from '../../words/t.ts'

const PLAYED = /^audio\/(wav|mpeg|ogg|flac|aac|mp4|webm)$/

/** A recording with the browser's own player, by a `blob:` URL: nothing is fetched from the network, and nothing is unpacked before it is played. */
export function SoundView(props: { block: Attached }): JSX.Element {
  const { actions } = useApp()
  const name = () => props.block.name ?? t('sound')
  const length = () => (props.block.type === 'document' ? duration(props.block.length) : '')
  const [url] = createResource(
    () => ({ sha: props.block.blob, type: props.block.mediaType }),
    async ({ sha, type }) => {
      const bytes = PLAYED.test(type) ? await actions.blob(sha).catch(() => null) : null
      return bytes === null ? null : URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }))
    },
  )
  onCleanup(() => {
    const made = url.latest
    if (made) URL.revokeObjectURL(made)
  })
  return (
    <figure class="attached-sound" aria-label={name()}>
      <figcaption>
        <AudioLines size={18} />
        <span class="ellipsis">
          <VisibleText text={name()} />
        </span>
        <span class="hint">{length()}</span>
      </figcaption>
      <Show
        when={url.latest}
        fallback={<span class="hint">{url.loading ? t('Loading…') : t('It cannot be played.')}</span>}
      >
        {(src) => (
          // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a person recorded
          <audio controls preload="metadata" src={src()} aria-label={t('Play {name}', { name: name() })} />
        )}
      </Show>
    </figure>
  )
}
