import './artifacts.css'
import './artifact-panel.css'
import { createEffect, createMemo, type JSX, onCleanup, Show } from 'solid-js'
import Maximize from '~icons/lucide/maximize-2'
import Minimize from '~icons/lucide/minimize-2'
import X from '~icons/lucide/x'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { createMedia, NARROW } from '../../base/kit/media.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'
import {
  type Artifact,
  askedArtifact,
  changeShown,
  forgetAskedArtifact,
  type ShownArtifact,
  shownArtifact,
} from './artifact-shown.ts'
import { createVersions } from './create-versions.ts'
import { createFullScreen } from './full-screen.ts'
import { PanelHead } from './PanelHead.tsx'
import { PanelPage } from './PanelPage.tsx'
import { VersionSteps } from './VersionSteps.tsx'

/** A page of the conversation in a panel beside it; full screen on a phone. Escape closes it. */
export default function ArtifactPanel(props: { onClose: () => void }): JSX.Element {
  const key = () => {
    const now = shownArtifact()
    return now === null ? undefined : JSON.stringify([now.sessionId, now.path])
  }
  // The stored value cannot be read.
  createEffect(() => {
    if (key() === undefined) props.onClose()
  })
  return (
    <Show when={key()} keyed>
      {(_one) => <Panel first={shownArtifact() as ShownArtifact & { sessionId: string }} onClose={props.onClose} />}
    </Show>
  )
}

function Panel(props: { first: ShownArtifact & { sessionId: string }; onClose: () => void }): JSX.Element {
  const { sessionId, path } = props.first
  const phone = createMedia(NARROW)
  const reading = createVersions(sessionId, path)
  const { full, toggle, hold } = createFullScreen()
  let section: HTMLElement | undefined
  // The card has its content already, before the list of versions is known.
  const given = askedArtifact()?.artifact.path === path ? askedArtifact() : null
  let runs = given?.runs === true
  let from: Element | null = null
  const versions = () => {
    const now = reading()
    return now && 'versions' in now ? now.versions : undefined
  }
  const callId = () => shownArtifact()?.callId ?? null
  /** Place of the version in view; the last version if that version is missing. */
  const place = createMemo(() => {
    const all = versions() ?? []
    const id = callId()
    const found = id === null ? -1 : all.findIndex(({ calls }) => calls.includes(id))
    return found === -1 ? all.length - 1 : found
  })
  const artifact = createMemo((): Artifact | undefined => {
    const version = versions()?.[place()]
    if (version) {
      const { blob, title, bundle } = version
      return { shape: 'artifact', path, blob, title, bundle }
    }
    return versions() === undefined ? given?.artifact : undefined
  })
  const isLast = () => place() === (versions()?.length ?? 0) - 1
  const go = (to: number): void => {
    const all = versions() ?? []
    changeShown({ callId: to === all.length - 1 ? null : (all[to]?.calls.at(-1) ?? null) })
  }
  // A person who looks at the newest version sees later versions as they come.
  createEffect(() => {
    if (callId() !== null && (versions()?.length ?? 0) > 0 && isLast()) changeShown({ callId: null })
  })
  // After a reload the focus stays where it is.
  createEffect(() => {
    const now = askedArtifact()
    if (now === null) return
    from = now.from
    forgetAskedArtifact()
    queueMicrotask(() => section?.focus())
  })
  createEffect(() => {
    if (!phone()) return
    const main = document.getElementById('main')
    main?.setAttribute('inert', '')
    onCleanup(() => main?.removeAttribute('inert'))
  })
  /** Once: a page that is shown again later starts without its scripts. */
  const takeRuns = (): boolean => {
    const now = runs
    runs = false
    return now
  }
  const close = (): void => {
    props.onClose()
    const back = from?.isConnected ? from : document.querySelector('.composer-box textarea, #main')
    if (back instanceof HTMLElement) back.focus()
  }
  const ends = (): JSX.Element => (
    <>
      <IconButton label={full() ? t('Leave full screen') : t('Full screen')} onClick={toggle}>
        {full() ? <Minimize size={18} /> : <Maximize size={18} />}
      </IconButton>
      <Show when={!full()}>
        <IconButton label={t('Close artifact')} onClick={close}>
          <X size={18} />
        </IconButton>
      </Show>
    </>
  )
  return (
    <section
      ref={(element) => {
        section = element
        hold(element)
        element.addEventListener('keydown', (event) => {
          if (event.key !== 'Escape' || event.defaultPrevented) return
          // Escape in a dialog inside the panel closes only that dialog.
          if (event.target instanceof Element && event.target.closest('dialog')) return event.stopPropagation()
          event.preventDefault()
          close()
        })
      }}
      class="artifact-panel"
      aria-label={t('Artifact')}
      tabindex="-1"
    >
      <Show
        when={artifact() !== undefined && sessionId}
        fallback={
          <>
            <PanelHead title={path} ends={ends()} />
            <PanelNote problem={problemIn(reading())} known={versions() !== undefined} />
          </>
        }
      >
        <PanelPage
          artifact={artifact() as Artifact}
          sessionId={sessionId}
          runs={takeRuns()}
          ends={ends()}
          steps={
            <Show when={(versions()?.length ?? 0) > 0}>
              <VersionSteps place={place()} count={versions()?.length ?? 0} onGo={go} />
              <Show when={!isLast()}>
                <button
                  type="button"
                  class="button small ghost"
                  onClick={() => {
                    changeShown({ callId: null })
                    section?.focus()
                  }}
                >
                  {t('Newer version')}
                </button>
              </Show>
            </Show>
          }
        />
      </Show>
    </section>
  )
}

const problemIn = (reading: object | undefined): string | null =>
  reading && 'problem' in reading ? String(reading.problem) : null

function PanelNote(props: { problem: string | null; known: boolean }): JSX.Element {
  return (
    <Show
      when={props.problem}
      fallback={<p class="hint pad">{props.known ? t('It is no longer in this session.') : t('Loading…')}</p>}
    >
      {(words) => <p class="field-error pad">{said(words())}</p>}
    </Show>
  )
}
