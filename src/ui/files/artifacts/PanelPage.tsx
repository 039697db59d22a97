import { createUniqueId, For, type JSX, Show, Suspense } from 'solid-js'
import RotateCw from '~icons/lucide/rotate-cw'
import { IconButton } from '../../base/kit/IconButton.tsx'
import { lazy } from '../../base/kit/lazy.ts'
import { createMedia } from '../../base/kit/media.ts'
import { t } from '../../base/words/t.ts'
import { ArtifactBody } from './ArtifactBody.tsx'
import { ARTIFACT_VIEWS, type Artifact, changeShown, shownArtifact } from './artifact-shown.ts'
import { createArtifact } from './create-artifact.ts'
import { PageFile } from './PageFile.tsx'
import { PanelHead } from './PanelHead.tsx'
import { RunButton } from './RunButton.tsx'

const ArtifactSource = lazy(() => import('./ArtifactSource.tsx'))

/** Below this width, page and source do not fit beside each other. */
const NO_ROOM_FOR_BOTH = '(max-width: 599px)'

/**
 * The panel of a known page: its tools, the page, its source. `steps`: buttons for other versions; `ends`: ways out.
 */
export function PanelPage(props: {
  artifact: Artifact
  sessionId: string
  runs: boolean
  steps: JSX.Element
  ends: JSX.Element
}): JSX.Element {
  const shown = createArtifact(() => props.artifact, props.sessionId, props.runs)
  const small = createMedia(NO_ROOM_FOR_BOTH)
  const views = () => ARTIFACT_VIEWS.filter((view) => view !== 'Both' || !small())
  const view = () => {
    const wanted = shownArtifact()?.view ?? 'Preview'
    return views().includes(wanted) ? wanted : 'Preview'
  }
  const name = createUniqueId()
  return (
    <>
      <PanelHead title={props.artifact.title} ends={props.ends}>
        <IconButton label={t('Reload artifact')} disabled={shown.framed() === undefined} onClick={shown.reload}>
          <RotateCw size={16} />
        </IconButton>
        <PageFile shown={shown} />
      </PanelHead>
      <div class="artifact-tools">
        {props.steps}
        <fieldset class="segments">
          <legend class="unseen">{t('View')}</legend>
          <For each={views()}>
            {(each) => (
              <label>
                <input
                  type="radio"
                  name={name}
                  checked={view() === each}
                  onChange={() => changeShown({ view: each })}
                />
                <span>{t(each)}</span>
              </label>
            )}
          </For>
        </fieldset>
        <span class="artifact-acts">
          <RunButton shown={shown} />
        </span>
      </div>
      <div class="artifact-parts" data-view={view()}>
        {/* it stays while only its source is read: the page keeps running */}
        <div class="artifact-page" hidden={view() === 'Source'}>
          <ArtifactBody shown={shown} />
        </div>
        <Show when={view() !== 'Preview'}>
          <Suspense fallback={<p class="hint pad">{t('Loading…')}</p>}>
            <ArtifactSource shown={shown} />
          </Suspense>
        </Show>
      </div>
    </>
  )
}
