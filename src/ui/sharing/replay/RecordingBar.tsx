import { createSignal, type JSX } from 'solid-js'
import { useBranches } from '../../base/state/branches.ts'
import { setPastShown } from '../../base/state/past-shown.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { t } from '../../base/words/t.ts'

/** Replaces the composer in a recording, with the actions that a recording has. */
export default function RecordingBar(props: { session: OpenSession }): JSX.Element {
  const branches = useBranches()
  const [forking, setForking] = createSignal(false)
  const goOn = async (): Promise<void> => {
    const seq = props.session.view?.head.seq
    if (seq === undefined) return
    setForking(true)
    await branches.forkAt(props.session.id, seq)
    setForking(false)
  }
  return (
    <section class="banner" aria-label={t('Recording')}>
      <span>{t('Imported recording (read-only). Nothing in it runs.')}</span>
      <span class="row">
        <button
          type="button"
          class="button"
          onClick={() => setPastShown({ id: props.session.id, seq: null, playing: true })}
        >
          {t('Replay')}
        </button>
        <button type="button" class="button" disabled={forking()} onClick={() => void goOn()}>
          {forking() ? t('Copying…') : t('Continue in a copy')}
        </button>
      </span>
    </section>
  )
}
