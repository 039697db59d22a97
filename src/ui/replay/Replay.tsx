import '../inspector/inspector.css'
import './replay.css'
import GitBranch from 'lucide-solid/icons/git-branch'
import { createSignal, For, type JSX, onCleanup, Show } from 'solid-js'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { Timeline } from '../inspector/Timeline.tsx'
import { fileSize } from '../kit/file-size.ts'
import { Menu } from '../kit/Menu.tsx'
import { VisibleText } from '../kit/VisibleText.tsx'
import { type App, AppContext, useApp } from '../state/app-context.ts'
import { type PastShown, setPastShown } from '../state/past-shown.ts'
import type { OpenSession } from '../state/ui-state.ts'
import { Transcript } from '../transcript/Transcript.tsx'
import { createReplay } from './create-replay.ts'
import { SPEEDS } from './pace.ts'

/** Providers that are offered to go on with. */
const OFFERED = 8

/**
 * The conversation as it was after one of its inputs, in its own place: to be dragged through, stepped through and played. Nothing in it acts on
 * the session; a copy can go on from there.
 */
export default function Replay(props: {
  past: PastShown
  /** The status line of a session. */
  status: (session: OpenSession) => JSX.Element
}): JSX.Element {
  const app = useApp()
  const replay = createReplay(props.past.id, props.past, () => setPastShown(null))
  const [forking, setForking] = createSignal(false)
  onCleanup(() => setPastShown(null))
  const fork = async (model?: { providerId: string; model: string }): Promise<void> => {
    const seq = replay.shown()
    if (seq === null) return
    setForking(true)
    await app.actions.forkAt(props.past.id, seq, model)
    setForking(false)
  }
  const models = () =>
    [...(app.state.providers ?? []), DEMO_PROVIDER].slice(0, OFFERED).map(({ id, label, model }) => ({
      label: `Fork here and go on with ${model} (${label})`,
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
        <section class="replay-bar" aria-label="Replay">
          <Timeline
            inspection={{ entries: replay.entries, place: replay.place, go: replay.go }}
            forking={forking()}
            onFork={() => void fork()}
          />
          <div class="replay-foot">
            <button type="button" class="button small" onClick={() => replay.play(!replay.playing())}>
              {replay.playing() ? 'Pause' : 'Play'}
            </button>
            <select
              class="select"
              aria-label="Speed"
              value={replay.speed()}
              onChange={(event) => replay.setSpeed(Number(event.currentTarget.value))}
            >
              <For each={SPEEDS}>{({ speed, label }) => <option value={speed}>{label}</option>}</For>
            </select>
            <Menu label="Go on with a model" icon={<GitBranch size={16} />} items={models()} />
            <Show when={replay.files().length > 0}>
              <details>
                <summary>{filesWords(replay.files().length)}</summary>
                <ul class="replay-files">
                  <For each={replay.files()}>
                    {({ path, size }) => (
                      <li>
                        <VisibleText text={path} /> <span class="hint">{fileSize(size)}</span>
                      </li>
                    )}
                  </For>
                </ul>
              </details>
            </Show>
            {props.status(replay.session)}
            <span class="hint" role="alert">
              {replay.problem()}
            </span>
          </div>
        </section>
      </div>
    </>
  )
}

const filesWords = (count: number): string => (count === 1 ? '1 file then' : `${count} files then`)

/** What a component of the transcript may do from the past: read. */
function asPast(app: App, replay: ReturnType<typeof createReplay>): App {
  const { blob, notify, dismissNotice } = app.actions
  const reading: Partial<App['actions']> = { blob, notify, dismissNotice, loadRowsAround: replay.loadRowsAround }
  const actions = new Proxy(reading, {
    get: (known, name) => known[name as keyof App['actions']] ?? nothing,
  }) as App['actions']
  const state = new Proxy(app.state, {
    get: (now, name) => (name === 'open' ? replay.session : name === 'sessions' ? [] : now[name as keyof App['state']]),
  })
  return { ...app, state, actions }
}

const nothing = (): null => null
