import { createMemo, For, type JSX, Match, Show, Suspense, Switch } from 'solid-js'
import type { PlainBlock } from '../../../agent/content.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { directionOf } from '../../base/kit/text-direction.ts'
import { isLong, isWhole } from '../../base/state/long-words.ts'
import { LongText } from '../../rendering/LongText.tsx'

const ShowWhole = lazy(() => import('./ShowWhole.tsx'))
const AttachedView = lazy(() => import('../attached/AttachedView.tsx'))

/**
 * A message as the person typed it: never rendered as markup. A long one shows its beginning, and the rest on demand.
 */
export function UserMessageView(props: { id: string; content: readonly PlainBlock[] }): JSX.Element {
  const long = createMemo(() => props.content.some((block) => block.type === 'text' && isLong(block.text)))
  let bubble: HTMLDivElement | undefined
  return (
    <>
      <div class="bubble" ref={bubble} data-cut={(long() && !isWhole(props.id)) || undefined}>
        <For each={props.content}>
          {(block) => (
            <Switch>
              <Match when={block.type !== 'text' && block}>{(attached) => <AttachedView block={attached()} />}</Match>
              <Match when={block.type === 'text' && block}>
                {(text) => (
                  <p dir={directionOf(text().text)}>
                    <LongText text={text().text} />
                  </p>
                )}
              </Match>
            </Switch>
          )}
        </For>
      </div>
      <Show when={long()}>
        <Suspense fallback={<span class="button ghost small" />}>
          <ShowWhole id={props.id} bubble={bubble} />
        </Suspense>
      </Show>
    </>
  )
}
