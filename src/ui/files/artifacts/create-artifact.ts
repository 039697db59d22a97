import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js'
import { pageProblem } from '../../rendering/cost/page-cost.ts'
import { kindOfPage } from '../../rendering/cost/page-kind.ts'
import { downloadBytes } from '../download.ts'
import type { Artifact } from './artifact-shown.ts'
import { allowRun, mayRun } from './consent.ts'
import { type ConsoleLine, withLine } from './frame-messages.ts'
import { type FramePage, hasScripts, isSamePage } from './frame-page.ts'
import type { Theft } from './keyboard-guard.ts'
import { createPageText, problemOf, textOf } from './page-text.ts'

type Mode = 'static' | 'asking' | 'running' | 'silent' | Theft

export type ShownPage = ReturnType<typeof createArtifact>

/**
 * An artifact in view: whether its scripts run, their output, and the content of its frame. It is static until the
 * person lets its scripts run. Another version keeps running only if it was allowed, too. `runs`: from the start, if
 * allowed.
 */
export function createArtifact(artifact: Accessor<Artifact>, sessionId: string, runs = false) {
  const allowedHere = new Set<string>()
  const isAllowed = (): boolean => allowedHere.has(artifact().path) || mayRun({ sessionId, path: artifact().path })
  const [mode, setMode] = createSignal<Mode>(runs && isAllowed() ? 'running' : 'static')
  const [lines, setLines] = createSignal<readonly ConsoleLine[]>([])
  const [turn, setTurn] = createSignal(0)
  const page = createPageText(artifact)
  const text = () => textOf(page.latest)
  const kind = () => kindOfPage(artifact().path) ?? 'html'
  const running = () => mode() === 'running'
  const whole = () => (page.latest && 'text' in page.latest ? (page.latest.bundle?.html ?? page.latest.text) : '')
  const tooCostly = createMemo(() => pageProblem(whole(), kind()))
  const framed = createMemo(
    (): FramePage | undefined => {
      const now = page.latest
      if (now === undefined || !('text' in now) || mode() === 'silent' || mode() === 'taken') return undefined
      const runs = running() && isAllowed()
      return runs || tooCostly() === null
        ? { text: now.text, kind: kind(), runs, path: artifact().path, bundle: now.bundle }
        : undefined
    },
    undefined,
    { equals: isSamePage },
  )
  createEffect(
    on(
      () => artifact().blob,
      () => {
        setMode((before) => (before === 'running' && isAllowed() ? 'running' : 'static'))
        setLines([])
      },
      { defer: true },
    ),
  )
  const run = (): void => {
    const { path } = artifact()
    allowedHere.add(path)
    allowRun({ sessionId, path })
    setMode('running')
  }
  return {
    artifact,
    mode,
    running,
    text,
    kind,
    lines,
    framed,
    /** How often it was loaded again. */
    turn,
    /** Why it is not shown, or not as written. */
    problem: () => (running() ? undefined : (problemOf(page.latest) ?? tooCostly())),
    canRun: () => (mode() === 'static' || mode() === 'writing') && hasScripts(text() ?? ''),
    /** Asks first, unless it was allowed. */
    begin: () => setMode(isAllowed() ? 'running' : 'asking'),
    run,
    stop: () => setMode('static'),
    stopped: (why: Theft | 'silent') => setMode(why),
    started: () => {
      if (running()) setLines([])
    },
    printed: ({ level, text }: ConsoleLine) => setLines((now) => withLine(now, { level, text })),
    clear: () => setLines([]),
    reload: () => setTurn((now) => now + 1),
    download: () => {
      const type = kind() === 'svg' ? 'image/svg+xml' : 'text/html'
      void downloadBytes(new TextEncoder().encode(text() ?? ''), artifact().path, type)
    },
  }
}
