import '../../base/kit/tool-card.css'
import { For, type JSX } from 'solid-js'
import { inOrder } from '../../../agent/answer-order.ts'
import { wordsOfBlock } from '../../../agent/attachments.ts'
import type { Message } from '../../../agent/message.ts'
import { t } from '../../base/words/t.ts'
import PlainCall from './PlainCall.tsx'

/** Characters of one block; a page of megabytes is slow to lay out. */
const MOST = 100_000

/** A message that could not be drawn, as plain text: no other row fails, and none of its content is hidden. */
export default function PlainRow(props: { row: Message; error: unknown }): JSX.Element {
  console.error('A message could not be drawn', props.error)
  const blocks = () => (props.row.role === 'user' ? props.row.content : inOrder(props.row.content, props.row.calls))
  return (
    <div class="answer">
      <p class="mark">{t('This couldn’t be displayed, so it is shown as text.')}</p>
      <For each={blocks()}>
        {(block) =>
          block.type === 'tool-call' ? (
            <PlainCall call={block.call} error={props.error} />
          ) : (
            <pre class="tool-args">{(block.type === 'thinking' ? block.text : wordsOfBlock(block)).slice(0, MOST)}</pre>
          )
        }
      </For>
    </div>
  )
}
