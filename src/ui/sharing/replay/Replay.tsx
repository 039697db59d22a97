import '../inspector/inspector.css'
import './replay.css'
import { createSignal, For, type JSX, onCleanup, Show, untrack } from 'solid-js'
import GitBranch from '~icons/lucide/git-branch'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { Menu } from '../../base/kit/Menu.tsx'
import { type App, AppContext, useApp } from '../../base/state/app-context.ts'
import { type ActsOutside, useBranches } from '../../base/state/branches.ts'
import { type PastShown, pastShown, setPastShown } from '../../base/state/past-shown.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import PlanRegion from '../../conversation/plan/PlanRegion.tsx'
import { Transcript } from '../../conversation/transcript/Transcript.tsx'
import { Timeline } from '../inspector/Timeline.tsx'
import { createReplay } from './create-replay.ts'
import { PastFiles } from './PastFiles.tsx'
import { SPEEDS } from './pace.ts'

/** Providers offered for continuing. */
const OFFERED = 8

/**
 * The conversation after any of its inputs, in its usual place: drag, step or play through it. Nothing in it acts on
 * the session; a copy can be continued from there.
 */
export default function Replay(props: {
  past: PastShown
  /** The status line of a session. */
  status: (session: OpenSession) => JSX.Element
}): JSX.Element {
  const app = useApp()
  const branches = useBranches()
  const replay = createReplay(props.past.id, props.past, () => setPastShown(null))
  const [forking, setForking] = createSignal(false)
  const [acts, setActs] = createSignal<ActsOutside>('recorded')
  // a newer request must not be closed by this one
  const mine = props.past
  onCleanup(() => {
    if (untrack(pastShown) === mine) setPastShown(null)
  })
  const fork = async (model?: { providerId: string; model: string }): Promise<void> => {
    const seq = replay.shown()
    if (seq === null) return
    setForking(true)
    await branches.forkAt(props.past.id, seq, model, acts())
    setForking(false)
  }
  const models = () =>
    [...(app.state.providers ?? []), DEMO_PROVIDER].slice(0, OFFERED).map(({ id, label, model }) => ({
      label: t('Fork here and continue with {model} ({provider})', { model, provider: label }),
      run: () => void fork({ providerId: id, model }),
    }))
  return (
    <>
      <AppContext.Provider value={asPast(app, replay)}>
        <div class="past">
          <Transcript session={replay.session} past />
        </div>
      </AppContext.Provider>
      <div class="dock">
        <PlanRegion session={replay.session} past />
        <section class="replay-bar" aria-label={t('Replay')}>
          <div class="replay-status">
            {props.status(replay.session)}
            <span class="hint" role="alert">
              {replay.problem()}
            </span>
            <Show when={replay.atEnd()}>
              <button type="button" class="button small" onClick={() => replay.go(null)}>
                {t('Leave the replay')}
              </button>
            </Show>
          </div>
          <Timeline
            inspection={{ entries: replay.entries, place: replay.place, go: replay.go }}
            forking={forking()}
            onFork={() => void fork()}
          />
          <div class="replay-foot">
            <button type="button" class="button small" onClick={() => replay.play(!replay.playing())}>
              {replay.playing() ? t('Pause') : replay.atEnd() ? t('Play from the start') : t('Play')}
            </button>
            <select
              class="select"
              aria-label={t('Speed')}
              value={replay.speed()}
              onChange={(event) => replay.setSpeed(Number(event.currentTarget.value))}
            >
              <For each={SPEEDS}>
                {(speed) => <option value={speed}>{speed === 0 ? t('Immediately') : `${speed}×`}</option>}
              </For>
            </select>
            <select
              class="select"
              aria-label={t('Tools in a copy')}
              value={acts()}
              onChange={(event) => setActs(event.currentTarget.value as ActsOutside)}
            >
              <For each={ACTS}>{([value, label]) => <option value={value}>{t(label)}</option>}</For>
            </select>
            <Show when={acts() !== 'recorded'}>
              <p class="hint" role="alert">
                {t(
                  'Searches, page visits, server tools and messages in this recording then happen for real, with your accounts. Only do this if you trust its author.',
                )}
              </p>
            </Show>
            <Menu label={t('Continue with a model')} icon={<GitBranch size={16} />} items={models()} />
            <Show when={replay.files().length > 0}>
              <PastFiles files={replay.files()} />
            </Show>
          </div>
        </section>
      </div>
    </>
  )
}

/**
 * Whether searches, fetched pages, tools of servers, notifications and linked folders work in a copy that continues
 * from here.
 */
const ACTS: readonly (readonly [ActsOutside, PlainPhrase])[] = [
  ['recorded', 'Use recorded results only'],
  ['recorded-first', 'Use recorded results, run the rest'],
  ['act', 'Run tools again'],
]

/** The actions of the transcript’s components in the past: reading only. */
function asPast(app: App, replay: ReturnType<typeof createReplay>): App {
  const { blob, notify, dismissNotice } = app.actions
  const reading: Partial<App['actions']> = {
    blob,
    notify,
    dismissNotice,
    loadRowsAround: replay.loadRowsAround,
    outgoing: UNSAID,
  }
  const actions = new Proxy(reading, {
    get: (known, name) => known[name as keyof App['actions']] ?? nothing,
  }) as App['actions']
  const state = new Proxy(app.state, {
    get: (now, name) => (name === 'open' ? replay.session : name === 'sessions' ? [] : now[name as keyof App['state']]),
  })
  return { ...app, state, actions }
}

const nothing = (): null => null

const UNSAID: App['actions']['outgoing'] = {
  ...{ create: nothing, branch: nothing, command: nothing, input: nothing, here: nothing },
  aim: () => ({}),
  lookFor: nothing,
}
