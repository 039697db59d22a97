import { type JSX, onCleanup } from 'solid-js'
import { useApp } from '../../base/state/app-context.ts'
import { sendToDemo, setAsking } from '../../base/state/first-message.ts'
import { t } from '../../base/words/t.ts'

/** A message was sent before there was a model: says that it leaves with Save, and offers the demo instead. */
export function FirstMessageNote(props: { onDemo: () => void }): JSX.Element {
  const { drafts } = useApp()
  setAsking(true)
  onCleanup(() => setAsking(false))
  return (
    <div class="first-message">
      <p>{t('Choose who answers. Your message is sent when you save.')}</p>
      <button
        type="button"
        class="button"
        onClick={() => {
          if (sendToDemo(drafts)) props.onDemo()
        }}
      >
        {t('Send it to the demo')}
      </button>
    </div>
  )
}
