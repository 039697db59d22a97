import { For, type JSX, Show } from 'solid-js'
import type { PlainBlock } from '../../agent/content.ts'
import { BlobImage } from '../rendering/BlobImage.tsx'

/** What a person sent, as they typed it: never rendered as markup. */
export function UserMessageView(props: { content: readonly PlainBlock[] }): JSX.Element {
  return (
    <div class="bubble">
      <For each={props.content}>
        {(block) => (
          <Show
            when={block.type === 'image' ? block : null}
            fallback={<p>{block.type === 'text' ? block.text : ''}</p>}
          >
            {(image) => <BlobImage blob={image().blob} mediaType={image().mediaType} label="Attached image" />}
          </Show>
        )}
      </For>
    </div>
  )
}
