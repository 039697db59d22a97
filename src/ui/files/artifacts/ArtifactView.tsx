import './artifacts.css'
import { createEffect, createMemo, type JSX, Show } from 'solid-js'
import Maximize from '~icons/lucide/maximize-2'
import Minimize from '~icons/lucide/minimize-2'
import PanelRight from '~icons/lucide/panel-right-open'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { VisibleText } from '../../base/kit/VisibleText.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { pastShown } from '../../base/state/past-shown.ts'
import { t } from '../../base/words/t.ts'
import { ArtifactBody } from './ArtifactBody.tsx'
import { type Artifact, openArtifact, shownArtifact } from './artifact-shown.ts'
import { createArtifact } from './create-artifact.ts'
import { createFullScreen } from './full-screen.ts'
import { PageFile } from './PageFile.tsx'
import { RunButton } from './RunButton.tsx'

/**
 * A page that the agent wrote, in the conversation: static until the person lets its scripts run. While the panel shows
 * it, it is not here.
 */
export default function ArtifactView(props: { artifact: Artifact; callId: string }): JSX.Element {
  const { state } = useApp()
  const sessionId = state.open?.id ?? ''
  const shown = createArtifact(() => props.artifact, sessionId)
  const { full, toggle, hold } = createFullScreen()
  /** In a past version and in a deleted session there is no panel. */
  const hasPanel = () => pastShown()?.id !== sessionId && (state.open?.view?.head.deletedAt ?? null) === null
  const isInPanel = createMemo(() => {
    const panel = shownArtifact()
    return hasPanel() && panel?.sessionId === sessionId && panel.path === props.artifact.path
  })
  createEffect(() => {
    if (!isInPanel()) return
    shown.stop()
    shown.clear()
  })
  return (
    <div class="artifact-place" data-away={isInPanel()}>
      <figure ref={hold} class="artifact" aria-label={t('Artifact: {title}', { title: props.artifact.title })}>
        <figcaption class="artifact-head">
          <span class="artifact-title">
            <VisibleText text={props.artifact.title} />
          </span>
          <Show when={!isInPanel()}>
            <RunButton shown={shown} />
          </Show>
          <Show when={hasPanel() && !full()}>
            <IconButton
              label={t('Open in panel')}
              onClick={() => openArtifact(sessionId, props.callId, props.artifact, shown.running())}
            >
              <PanelRight size={16} />
            </IconButton>
          </Show>
          <PageFile shown={shown} />
          <Show when={!isInPanel()}>
            <IconButton label={full() ? t('Leave full screen') : t('Full screen')} onClick={toggle}>
              {full() ? <Minimize size={16} /> : <Maximize size={16} />}
            </IconButton>
          </Show>
        </figcaption>
        <Show when={!isInPanel()} fallback={<p class="artifact-away">{t('Shown in the panel')}</p>}>
          <ArtifactBody shown={shown} />
        </Show>
      </figure>
    </div>
  )
}
