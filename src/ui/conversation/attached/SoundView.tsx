import { createResource, type JSX, Show } from 'solid-js'
import AudioLines from '~icons/lucide/audio-lines'
import { playTime } from '../../base/kit/play-time.ts'
import { createShownBlob } from '../../base/kit/shown-blob.ts'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import type { Attached } from '../../base/state/drafts.ts'
import { t } from '../../base/words/t.ts'

const PLAYED = /^audio\/(wav|mpeg|ogg|flac|aac|mp4|webm)$/

/**
 * A recording in the browser's own player, by a `blob:` URL: nothing is loaded from the network, and nothing is decoded
 * before it is played.
 */
export function SoundView(props: { block: Attached }): JSX.Element {
  const { actions } = useApp()
  const name = () => props.block.name ?? t('audio')
  const length = () => (props.block.type === 'document' ? playTime(props.block.length) : '')
  const shown = createShownBlob()
  const [url] = createResource(
    () => ({ sha: props.block.blob, type: props.block.mediaType }),
    async ({ sha, type }) => {
      const bytes = PLAYED.test(type) ? await actions.blob(sha).catch(() => null) : null
      return bytes === null ? null : shown.urlOf(bytes, type)
    },
  )
  return (
    <figure class="card attached-sound" aria-label={name()}>
      <figcaption>
        <AudioLines size={18} />
        <span class="ellipsis">
          <VisibleText text={name()} />
        </span>
        <span class="hint">{length()}</span>
      </figcaption>
      <Show
        when={url.latest}
        fallback={<span class="hint">{url.loading ? t('Loading…') : t('It can’t be played.')}</span>}
      >
        {(src) => (
          // biome-ignore lint/a11y/useMediaCaption: nobody has written down what a person recorded
          <audio
            ref={shown.by}
            controls
            preload="metadata"
            src={src()}
            aria-label={t('Play {name}', { name: name() })}
          />
        )}
      </Show>
    </figure>
  )
}
