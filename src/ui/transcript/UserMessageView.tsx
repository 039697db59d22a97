import { For, type JSX, Match, Switch } from 'solid-js'
import type { PlainBlock } from '../../agent/content.ts'
import { lazy } from '../kit/lazy.ts'
import { directionOf } from '../kit/text-direction.ts'
import { LongText } from '../rendering/LongText.tsx'

const AttachedView = lazy(() => import('./attached/AttachedView.tsx'))

/** What a person sent, as they typed it: never rendered as markup. */
export function UserMessageView(props: { content: readonly PlainBlock[] }): JSX.Element {
  return (
    <div class="bubble">
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
  )
}
