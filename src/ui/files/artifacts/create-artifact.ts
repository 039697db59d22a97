import { type Accessor, createEffect, createMemo, createSignal, on } from 'solid-js'
import { downloadBytes } from '../download.ts'
import type { Artifact } from './artifact-shown.ts'
import { allowRun, mayRun } from './consent.ts'
import { type ConsoleLine, withLine } from './frame-messages.ts'
import { type FramePage, hasScripts, isSamePage } from './frame-page.ts'
import type { Theft } from './keyboard-guard.ts'
import { pageProblem } from './page-cost.ts'
import { kindOfPage } from './page-kind.ts'
import { createPageText, problemOf, textOf } from './page-text.ts'

type Mode = 'static' | 'asking' | 'running' | 'silent' | Theft

export type ShownPage = ReturnType<typeof createArtifact>

/**
 * A page that is shown, wherever that is: whether its scripts run, what they printed, and what its frame holds. It is static until the person
 * lets its scripts run. Another version of it goes on running only if the word was given for that one, too. `runs`: from the beginning, if so.
 */
export function createArtifact(artifact: Accessor<Artifact>, sessionId: string, runs = false) {
  const allowedHere = new Set<string>()
  const isAllowed = (blob: string): boolean =>
    allowedHere.has(blob) || mayRun({ sessionId, path: artifact().path, blob })
  const [mode, setMode] = createSignal<Mode>(runs && isAllowed(artifact().blob) ? 'running' : 'static')
  const [lines, setLines] = createSignal<readonly ConsoleLine[]>([])
  const [turn, setTurn] = createSignal(0)
  const page = createPageText(() => artifact().blob)
  const text = () => textOf(page.latest)
  const kind = () => kindOfPage(artifact().path) ?? 'html'
  const running = () => mode() === 'running'
  const tooCostly = createMemo(() => pageProblem(text() ?? '', kind()))
  const framed = createMemo(
    (): FramePage | undefined => {
      const now = page.latest
      if (now === undefined || !('text' in now) || mode() === 'silent' || mode() === 'taken') return undefined
      // the text of another version may stand here until that of this one has come
      const runs = running() && isAllowed(now.blob)
      return runs || tooCostly() === null ? { text: now.text, kind: kind(), runs } : undefined
    },
    undefined,
    { equals: isSamePage },
  )
  createEffect(
    on(
      () => artifact().blob,
      (blob) => {
        setMode((before) => (before === 'running' && isAllowed(blob) ? 'running' : 'static'))
        setLines([])
      },
      { defer: true },
    ),
  )
  const run = (later: boolean): void => {
    const { path, blob } = artifact()
    allowedHere.add(blob)
    allowRun({ sessionId, path, blob }, later)
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
    /** Counts how often it was loaded anew. */
    turn,
    /** Why it is not shown, or not as it is written. */
    problem: () => (running() ? undefined : (problemOf(page.latest) ?? tooCostly())),
    canRun: () => (mode() === 'static' || mode() === 'writing') && hasScripts(text() ?? ''),
    /** Asks first, unless the word was given. */
    begin: () => setMode(isAllowed(artifact().blob) ? 'running' : 'asking'),
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
