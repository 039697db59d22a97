import { createEffect, createMemo, createSignal, type JSX, on, onCleanup, Show, Suspense } from 'solid-js'
import type { VirtualizerHandle } from 'virtua/solid'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { sidebarHidden } from '../../base/state/sidebar-hidden.ts'
import type { OpenSession } from '../../base/state/ui-state.ts'
import { showFile } from '../../files/asked-file.ts'
import { filesShown, isArtifactOf } from '../../files/files-shown.ts'
import type { CodeToSave } from '../../rendering/code-block.ts'
import { watchLongPress } from '../branches/long-press.ts'
import { listenForPrinting } from '../commands/print-key.ts'
import { setFoldRow } from '../tool-calls/row-folds.ts'
import { DemoEnd } from './DemoEnd.tsx'
import { foldRows } from './fold-rows.ts'
import { holdPlace } from './hold-place.ts'
import { QuoteSelected } from './QuoteSelected.tsx'
import { rowsNear } from './rows-near.ts'

setFoldRow(() => foldRows)
const PageLooks = lazy(() => import('../../files/artifacts/looking/PageLooks.tsx'))
const SaveCode = lazy(() => import('../../files/SaveCode.tsx'))

/**
 * Tools for parts of messages: a long press shows a message's buttons, code is saved to the files, a file that an
 * answer points at is opened, a selection is quoted.
 */
export default function TranscriptTools(props: {
  session: OpenSession
  past: boolean | undefined
  log: HTMLElement
  atEnd: boolean
  list: VirtualizerHandle
}): JSX.Element {
  watchLongPress(props.log)
  const { actions, openDialog } = useApp()
  const beside = createMemo(() => `${filesShown(props.session)} ${isArtifactOf(props.session.id)} ${sidebarHidden()}`)
  holdPlace(props.log, beside, () => props.atEnd)
  if (!props.past) listenForPrinting(() => openDialog('print'))
  // unload rows far from the view, so that a run of hours does not fill the page, even in a background tab
  createEffect(
    on(
      () => Math.floor((props.session.view?.head.count ?? 0) / 10),
      () => {
        if (!props.past) actions.letGo(rowsNear(props.list))
      },
      { defer: true },
    ),
  )
  createEffect(() => {
    const open = (event: Event): void => {
      if (event instanceof CustomEvent) showFile(String(event.detail), props.session.id)
    }
    props.log.addEventListener('open-file', open)
    onCleanup(() => props.log.removeEventListener('open-file', open))
  })
  const [saving, setSaving] = createSignal<CodeToSave | null>(null)
  /** Nothing can be added to a deleted session, to a recording, or to an earlier state. */
  const alive = createMemo(() => {
    const head = props.session.view?.head
    return props.past !== true && head !== undefined && head.deletedAt === null && head.recorded !== true
  })
  createEffect(() => {
    if (!alive()) return
    const ask = (event: Event): void => {
      if (event instanceof CustomEvent) setSaving(event.detail as CodeToSave)
    }
    props.log.toggleAttribute('data-saves', true)
    props.log.addEventListener('save-code', ask)
    onCleanup(() => {
      props.log.toggleAttribute('data-saves', false)
      props.log.removeEventListener('save-code', ask)
    })
  })
  return (
    <>
      <Show when={!props.past}>
        <DemoEnd session={props.session} />
      </Show>
      <Show when={alive()}>
        <QuoteSelected sessionId={props.session.id} log={props.log} />
        <Suspense>
          <PageLooks sessionId={props.session.id} />
        </Suspense>
      </Show>
      <Show when={saving()}>
        {(code) => (
          <Suspense>
            <SaveCode code={code()} session={props.session} onClose={() => setSaving(null)} />
          </Suspense>
        )}
      </Show>
    </>
  )
}
