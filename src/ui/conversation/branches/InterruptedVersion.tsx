import { For, type JSX } from 'solid-js'
import type { StreamBlock } from '../../../agent/stream-block.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { t } from '../../base/words/t.ts'
import { Markdown } from '../../rendering/Markdown.tsx'

/**
 * Text of an interrupted attempt, for a person who was reading it. It is not part of the conversation, and is kept
 * until the page closes.
 */
export default function InterruptedVersion(props: {
  blocks: readonly StreamBlock[]
  onClose: () => void
}): JSX.Element {
  const said = () => props.blocks.filter(({ kind, text }) => kind === 'text' && text !== '')
  return (
    <Dialog label={t('Interrupted version')} onClose={props.onClose}>
      <p class="hint">
        {t(
          'The answer before it was interrupted and restarted. The model doesn’t see it. It disappears when you leave this page.',
        )}
      </p>
      <For each={said()} fallback={<p class="hint">{t('It had only been thinking so far.')}</p>}>
        {({ text }) => <Markdown text={text} growing={false} />}
      </For>
    </Dialog>
  )
}
