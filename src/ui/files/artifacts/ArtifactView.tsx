import './artifacts.css'
import Download from 'lucide-solid/icons/download'
import FolderOpen from 'lucide-solid/icons/folder-open'
import Maximize from 'lucide-solid/icons/maximize-2'
import Minimize from 'lucide-solid/icons/minimize-2'
import { createMemo, createSignal, type JSX, Match, Show, Switch } from 'solid-js'
import type { Display } from '../../../agent/content.ts'
import { IconButton } from '../../kit/IconButton.tsx'
import { VisibleText } from '../../kit/VisibleText.tsx'
import { useApp } from '../../state/app-context.ts'
import { said } from '../../words/said.ts'
import { t } from '../../words/t.ts'
import { downloadBytes } from '../download.ts'
import { showFile } from '../files-shown.ts'
import { ArtifactConsole } from './ArtifactConsole.tsx'
import ArtifactFrame from './ArtifactFrame.tsx'
import { allowRun, mayRun } from './consent.ts'
import { type ConsoleLine, reportOf, withLine } from './frame-messages.ts'
import { hasScripts, runningPage, staticPage } from './frame-page.ts'
import type { Theft } from './keyboard-guard.ts'
import { pageProblem } from './page-cost.ts'
import { kindOfPage } from './page-kind.ts'
import { createPageText, problemOf, textOf } from './page-text.ts'
import { RunQuestion } from './RunQuestion.tsx'

type Artifact = Extract<Display, { shape: 'artifact' }>
type Mode = 'static' | 'asking' | 'running' | 'silent' | Theft

/** A page that the agent wrote: static until the person lets its scripts run; full screen, download, and its file. */
export default function ArtifactView(props: { artifact: Artifact }): JSX.Element {
  const { actions } = useApp()
  const [mode, setMode] = createSignal<Mode>('static')
  const [lines, setLines] = createSignal<readonly ConsoleLine[]>([])
  const [full, setFull] = createSignal(false)
  let figure: HTMLElement | undefined
  const page = createPageText(() => props.artifact.blob)
  const text = () => textOf(page.latest)
  const kind = () => kindOfPage(props.artifact.path) ?? 'html'
  const running = () => mode() === 'running'
  const tooCostly = createMemo(() => pageProblem(text() ?? '', kind()))
  const shown = createMemo(() => {
    const now = text()
    if (now === undefined || mode() === 'silent' || mode() === 'taken') return undefined
    if (running()) return runningPage(now, kind())
    return tooCostly() === null ? staticPage(now, kind()) : undefined
  })
  const run = (): void => {
    allowRun(props.artifact.blob)
    setMode('running')
  }
  /** A popover of the browser: above everything without leaving its place, so that the frame is not loaded anew. */
  const toggleFull = (): void => {
    if (!figure) return
    if (full()) return figure.hidePopover()
    figure.popover = 'auto'
    figure.showPopover()
    setFull(true)
  }
  const left = (event: ToggleEvent): void => {
    if (event.newState !== 'closed' || !figure) return
    figure.removeAttribute('popover')
    setFull(false)
  }
  const download = (): void => {
    const type = kind() === 'svg' ? 'image/svg+xml' : 'text/html'
    void downloadBytes(new TextEncoder().encode(text() ?? ''), props.artifact.path, type)
  }
  return (
    <div class="artifact-place">
      <figure
        ref={figure}
        class="artifact"
        aria-label={t('Artifact: {title}', { title: props.artifact.title })}
        onToggle={left}
      >
        <figcaption class="artifact-head">
          <span class="artifact-title">
            <VisibleText text={props.artifact.title} />
          </span>
          <Switch>
            <Match when={running()}>
              <button type="button" class="button small" onClick={() => setMode('static')}>
                {t('Stop scripts')}
              </button>
            </Match>
            <Match when={(mode() === 'static' || mode() === 'writing') && hasScripts(text() ?? '')}>
              <button
                type="button"
                class="button small"
                onClick={() => (mayRun(props.artifact.blob) ? run() : setMode('asking'))}
              >
                {t('Run scripts')}
              </button>
            </Match>
          </Switch>
          <IconButton label={t('Open in files')} onClick={() => showFile(props.artifact.path)}>
            <FolderOpen size={16} />
          </IconButton>
          <IconButton label={t('Download artifact')} disabled={text() === undefined} onClick={download}>
            <Download size={16} />
          </IconButton>
          <IconButton label={full() ? t('Leave full screen') : t('Full screen')} onClick={toggleFull}>
            {full() ? <Minimize size={16} /> : <Maximize size={16} />}
          </IconButton>
        </figcaption>
        <Show when={mode() === 'asking'}>
          <RunQuestion onRun={run} onCancel={() => setMode('static')} />
        </Show>
        <Show when={mode() === 'silent'}>
          <div role="alert" class="artifact-question">
            <p>
              {t(
                'This artifact stopped answering, so it was removed: it loops, floods its console, or used up its memory.',
              )}
            </p>
            <button type="button" class="button small" onClick={() => setMode('static')}>
              {t('Show without scripts')}
            </button>
          </div>
        </Show>
        <Show when={mode() === 'taken'}>
          <div role="alert" class="artifact-question">
            <p>{t('Stopped: it tried to take the keyboard. What you type goes to the app again.')}</p>
            <button type="button" class="button small" onClick={() => setMode('static')}>
              {t('Show without scripts')}
            </button>
          </div>
        </Show>
        <Show when={mode() === 'writing'}>
          <p class="artifact-note" role="status">
            {t('Its scripts were stopped when you began to write: a page that runs could take the keyboard.')}
          </p>
        </Show>
        <Show when={running() ? undefined : (problemOf(page.latest) ?? tooCostly())}>
          {(words) => <p class="field-error">{said(words())}</p>}
        </Show>
        <Show when={shown()}>
          {(html) => (
            <ArtifactFrame
              page={html()}
              scripts={running()}
              label={props.artifact.title}
              onStart={() => running() && setLines([])}
              onTheft={setMode}
              onLine={({ level, text }) => setLines((now) => withLine(now, { level, text }))}
              onSilent={() => setMode('silent')}
            />
          )}
        </Show>
        <ArtifactConsole
          lines={lines()}
          onSend={() => actions.say(reportOf(props.artifact.path, lines()))}
          onClear={() => setLines([])}
        />
      </figure>
    </div>
  )
}
