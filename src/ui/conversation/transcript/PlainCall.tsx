import '../../base/kit/tool-card.css'
import type { JSX } from 'solid-js'
import type { ToolCall } from '../../../agent/message.ts'
import { t } from '../../base/words/t.ts'

/** In characters; a page of megabytes is slow to lay out. */
const MOST = 100_000

/** A call that could not be drawn. It can be decided only when drawing works: after a reload, or in a newer version. */
export default function PlainCall(props: { call: ToolCall; error: unknown }): JSX.Element {
  console.error('A tool call could not be drawn', props.error)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('Tool call: {name}', { name: props.call.name })} class="tool-card">
      <p class="mark">{t('This call couldn’t be displayed, so it is shown as text.')}</p>
      <pre class="tool-args">{`${props.call.name} ${props.call.args}`.slice(0, MOST)}</pre>
    </div>
  )
}
