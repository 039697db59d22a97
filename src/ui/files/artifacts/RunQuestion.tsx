import type { JSX } from 'solid-js'
import { createArming } from '../../kit/arming.ts'
import { t } from '../../words/t.ts'

/** Asked once for each artifact, before its scripts run: says what holds them, and what does not. */
export function RunQuestion(props: { onRun: () => void; onCancel: () => void }): JSX.Element {
  const arming = createArming()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={t('Run the scripts of this artifact?')} class="artifact-question" ref={arming.watch}>
      <h4>{t('Run the scripts of this artifact?')}</h4>
      <p>
        {t(
          'They run in a frame of their own: without your keys, files, conversations or tabs, and without loading or sending anything in the usual ways. They are stopped as soon as you write in the app or open a dialog, because a page that runs could take the keyboard: what it had in memory is gone then.',
        )}
      </p>
      <p>
        <strong>{t('What the browser cannot block:')}</strong>{' '}
        {t(
          'a hostile script can still open bare connections to a host that it chooses (through WebRTC, or by connecting ahead). That shows the host your network address, and the script can pass on what stands in this page. It can also keep this computer busy until you stop it.',
        )}
      </p>
      <div class="row">
        <button
          type="button"
          class="button small primary"
          aria-disabled={arming.unarmed()}
          onClick={arming.press(() => props.onRun())}
        >
          {t('Run scripts')}
        </button>
        <button type="button" class="button small" onClick={() => props.onCancel()}>
          {t('Cancel')}
        </button>
      </div>
    </div>
  )
}
