import '../../settings/settings-dialog.css'
import './inspector.css'
import { createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useBranches } from '../../base/state/branches.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { setPastShown } from '../../base/state/past-shown.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import { createInspection } from './inspection.ts'
import { JournalList } from './JournalList.tsx'
import { MachineNotes } from './MachineNotes.tsx'
import { Timeline } from './Timeline.tsx'
import { VersionState } from './VersionState.tsx'
import { WireList } from './WireList.tsx'

const TABS = ['State', 'Journal', 'Machine', 'Wire'] as const
type Tab = (typeof TABS)[number]

/** The running effects of a session’s machine, its journal, and its state after any input. Read only. */
export default function Inspector(props: { sessionId: string; onClose: () => void }): JSX.Element {
  const branches = useBranches()
  const inspection = createInspection(props.sessionId)
  const [tab, setTab] = createSignal<Tab>('State')
  const [outcome, setOutcome] = createSignal('')
  const [forking, setForking] = createSignal(false)
  const seq = () => inspection.entries()[inspection.place() ?? inspection.entries().length - 1]?.seq
  const fork = async (): Promise<void> => {
    const at = seq()
    if (at === undefined) return
    setForking(true)
    const made = await branches.forkAt(props.sessionId, at)
    setForking(false)
    if (made) props.onClose()
    else setOutcome('Couldn’t fork here.')
  }
  const showPast = (): void => {
    location.hash = sessionHash(props.sessionId)
    setPastShown({ id: props.sessionId, seq: seq() ?? null, playing: false })
    props.onClose()
  }
  const report = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(await inspection.report())
      setOutcome('Copied: the machine’s steps, without the conversation.')
    } catch (error) {
      setOutcome(t('Not copied: {reason}', { reason: messageOf(error) }))
    }
  }
  const turn = (event: KeyboardEvent): void => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    event.preventDefault()
    const next = TABS[(TABS.indexOf(tab()) + by + TABS.length) % TABS.length] ?? 'State'
    setTab(next)
    document.getElementById(`inspect-${next}`)?.focus()
  }
  return (
    <Dialog label={t('Inspector')} class="inspector whole-on-phones" onClose={props.onClose}>
      <Show
        when={inspection.entries().length > 0}
        fallback={<p class="hint">{inspection.problem() || t('Reading the journal…')}</p>}
      >
        <Timeline inspection={inspection} forking={forking()} onFork={() => void fork()} onShow={showPast} />
        <div role="tablist" aria-label={t('Inspector')} class="tabs" onKeyDown={turn}>
          <For each={TABS}>
            {(name) => (
              <button
                type="button"
                role="tab"
                id={`inspect-${name}`}
                aria-controls="inspect-panel"
                aria-selected={tab() === name}
                tabindex={tab() === name ? 0 : -1}
                onClick={() => setTab(name)}
              >
                {t(name)}
              </button>
            )}
          </For>
        </div>
        <div role="tabpanel" id="inspect-panel" aria-labelledby={`inspect-${tab()}`} class="inspect-panel" tabindex="0">
          <Switch>
            <Match when={tab() === 'State'}>
              <VersionState inspection={inspection} />
            </Match>
            <Match when={tab() === 'Journal'}>
              <JournalList inspection={inspection} />
            </Match>
            <Match when={tab() === 'Machine'}>
              <MachineNotes machine={inspection.now()?.machine ?? null} />
            </Match>
            <Match when={tab() === 'Wire'}>
              <WireList inspection={inspection} />
            </Match>
          </Switch>
        </div>
        <div class="row inspect-foot">
          <button type="button" class="button small" onClick={() => void report()}>
            {t('Copy as bug report')}
          </button>
          <span class="hint" role="status">
            {said(outcome() || inspection.problem())}
          </span>
        </div>
      </Show>
    </Dialog>
  )
}
