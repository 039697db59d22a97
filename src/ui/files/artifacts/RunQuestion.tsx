import { createSignal, type JSX, onCleanup, onMount } from 'solid-js'
import { createArming } from '../../kit/arming.ts'
import { keepFocus } from '../../kit/keep-focus.ts'
import { t } from '../../words/t.ts'

/**
 * The question before the scripts of an artifact run, once per session: says what contains them, and what does not.
 * `later`: for later versions, too. The button that asked is hidden meanwhile.
 */
export function RunQuestion(props: { onRun: (later: boolean) => void; onCancel: () => void }): JSX.Element {
  const [later, setLater] = createSignal(false)
  const arming = createArming()
  let group: HTMLDivElement | undefined
  onMount(() => {
    if (document.activeElement === document.body) group?.focus({ preventScroll: true })
  })
  onCleanup(() => {
    const place = group?.closest('section, figure')
    keepFocus(group ?? null, () => place?.querySelector<HTMLElement>('.artifact-run') ?? null)
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      role="group"
      aria-label={t('Run the scripts of this artifact?')}
      class="artifact-question"
      tabindex="-1"
      ref={(made) => {
        group = made
        arming.watch(made)
      }}
    >
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
      <p>{t('Your answer is kept for this version of it, and in this session alone.')}</p>
      <label class="check">
        <input type="checkbox" checked={later()} onChange={(event) => setLater(event.currentTarget.checked)} />
        <span>{t('Do not ask again for later versions of it in this session')}</span>
      </label>
      <div class="row">
        <button
          type="button"
          class="button small primary"
          aria-disabled={arming.unarmed()}
          onClick={arming.press(() => props.onRun(later()))}
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
