import { type JSX, onCleanup, onMount } from 'solid-js'
import { createArming } from '../../base/kit/arming.ts'
import { EarlyPress } from '../../base/kit/EarlyPress.tsx'
import { keepFocus } from '../../base/kit/keep-focus.ts'
import { t } from '../../base/words/t.ts'

/**
 * The question before the scripts of an artifact run, once per artifact and session: says what contains them, and what
 * does not. The button that asked is hidden meanwhile.
 */
export function RunQuestion(props: { onRun: () => void; onCancel: () => void }): JSX.Element {
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
          'They run in an isolated frame. They can’t reach your keys, files, sessions or tabs, and can’t load or send anything in the usual ways. They stop as soon as you type in the app or open a dialog, because a running page could capture the keyboard. What the page had in memory is then lost.',
        )}
      </p>
      <p>
        <strong>{t('What the browser can’t block:')}</strong>{' '}
        {t(
          'a hostile script can still open raw connections to a host it chooses (through WebRTC or preconnect). That reveals your network address to the host, and the script can pass on what this page contains. It can also keep this computer busy until you stop it.',
        )}
      </p>
      <p>
        {t(
          'Your answer applies to this page and its later versions, in this session only. The agent may then run it, too, and sees what it prints and shows.',
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
        <EarlyPress arming={arming} />
      </div>
    </div>
  )
}
