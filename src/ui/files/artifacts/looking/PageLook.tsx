import { createEffect, type JSX, onCleanup, Show } from 'solid-js'
import type { LookReport } from '../../../../protocol/page-look.ts'
import { pageProblem } from '../../../rendering/cost/page-cost.ts'
import { kindOfPage } from '../../../rendering/cost/page-kind.ts'
import ArtifactFrame from '../ArtifactFrame.tsx'
import type { ConsoleLine } from '../frame-messages.ts'
import { createPageText } from '../page-text.ts'
import { bytesOfPicture, emptyReport, type Look, toldLines } from './looks.ts'

/** Milliseconds: after it has loaded, until it is looked at; for its picture; for all of it. */
const SETTLES_IN = 1500
const DRAWN_IN = 5000
const ALL_IN = 15_000
/** Lines that are kept. */
const MOST = 1000

/** Runs a page, and says once what it printed and shows. */
export function PageLook(props: { look: Look; onEnd: (report: LookReport) => void }): JSX.Element {
  const { artifact, drawing } = props.look
  const page = createPageText(() => artifact)
  const lines: ConsoleLine[] = []
  let ask: (() => void) | null = null
  /** It answers once each: hostile pages say more. */
  let stage: 'loading' | 'loaded' | 'asked' = 'loading'
  let timer: ReturnType<typeof setTimeout> | undefined
  let over = false
  const before = document.activeElement
  /** A person who begins to type types where they were. */
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return
    end('typing')
    if (before instanceof HTMLElement && before.isConnected) before.focus()
  }
  const end = (why: LookReport['end'], text = '', picture: string | null = null): void => {
    if (over) return
    over = true
    clearTimeout(timer)
    clearTimeout(limit)
    removeEventListener('keydown', onKey, true)
    const report =
      why === 'typing' ? emptyReport(why) : { end: why, ...toldLines(lines), text, picture: bytesOfPicture(picture) }
    props.onEnd(report)
    if (document.activeElement === document.body && before instanceof HTMLElement && before.isConnected) before.focus()
  }
  const limit = setTimeout(() => end('silent'), ALL_IN)
  if (!drawing) addEventListener('keydown', onKey, true)
  const settle = (): void => {
    if (stage !== 'loading') return
    stage = 'loaded'
    timer = setTimeout(
      () => {
        stage = 'asked'
        ask?.()
        timer = setTimeout(() => end('silent'), DRAWN_IN)
      },
      drawing ? 0 : SETTLES_IN,
    )
  }
  onCleanup(() => {
    over = true
    clearTimeout(timer)
    clearTimeout(limit)
    removeEventListener('keydown', onKey, true)
  })
  createEffect(() => {
    const now = page.latest
    if (now && ('problem' in now || (drawing && pageProblem(now.text, 'svg') !== null))) end('unreadable')
  })
  const framed = () => {
    const now = page.latest
    if (now === undefined || !('text' in now) || (drawing && pageProblem(now.text, 'svg') !== null)) return undefined
    const { path } = artifact
    const { text, bundle } = now
    return { text, kind: kindOfPage(path) ?? ('html' as const), runs: !drawing, path, bundle }
  }
  return (
    <Show when={framed()}>
      {(now) => (
        <ArtifactFrame
          page={now()}
          scripts
          looks
          draws={drawing}
          label={artifact.title}
          onStart={(say) => {
            ask = () => say({ artifact: 'look' })
          }}
          onLine={({ level, text }) => {
            if (lines.length < MOST) lines.push({ level, text })
          }}
          onView={(message) => {
            if (message.artifact === 'loaded') settle()
            else if (stage === 'asked') end('ran', message.text, message.picture)
          }}
          onSilent={() => end('silent')}
          onTheft={(why) => end(why === 'writing' ? 'typing' : 'taken')}
        />
      )}
    </Show>
  )
}
