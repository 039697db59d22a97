import { createSignal, For, type JSX, onCleanup, Show } from 'solid-js'
import type { SessionItem } from '../../../protocol/common.ts'
import { lazy } from '../../base/kit/lazy.ts'
import { useApp } from '../../base/state/app-context.ts'
import { type ImportProgress, useArchive } from '../../base/state/archive.ts'
import { createWork, type Outcome } from '../../base/state/create-work.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { said } from '../../base/words/said.ts'
import { sentences } from '../../base/words/sentences.ts'
import { count, t } from '../../base/words/t.ts'
import type { Found } from './ForeignWords.tsx'
import { ImportBar } from './ImportBar.tsx'
import { forgetStopped, noted, stoppedImports } from './stopped-imports.ts'

const ForeignWords = lazy(async () => ({ default: (await import('./ForeignWords.tsx')).ForeignWords }))

/**
 * `leftOut`: the parts of the file that were not imported, a sentence each. `known`: the sessions that were skipped
 * because they are here already.
 */
type Brought = Outcome & { leftOut?: string[]; known?: { file: File; places: number[] } }
const leftOutOf = (outcome: Brought): string[] => outcome.leftOut ?? []
const knownOf = (outcome: Brought): Brought['known'] => outcome.known

/**
 * `again`: imports copies of the sessions at these places of the file, and nothing else; null: imports everything that
 * is not here yet.
 */
type Wanted = { file: File; again: number[] | null }

/** Kinds of files that can be imported. */
export const IMPORTED_FILES = '.reflexor,.zip,.json,application/zip,application/json'

/** A person who has left the dialog can’t be asked. */
const UNDECIDED =
  '{name} was not imported. It contains instructions for the model, and you need to choose which ones to keep. Import it again.'

export type ImportFlow = ReturnType<typeof createImport>

/**
 * Imports a file. Its sessions are added to the others, stopped. If they contain parts that the transcript does not
 * show, the person decides about those before anything is imported. Sessions that are here already are skipped and
 * counted, and copies of them are offered. `then` gets the imported sessions, or the only session that was `here`
 * already, and whether that is the `whole` file. If the person has left the dialog, a notice tells them the result or
 * the failure instead.
 */
export function createImport(
  then: (sessions: SessionItem[], here: string | undefined, whole: boolean) => void = () => {},
) {
  const archive = useArchive()
  const { actions } = useApp()
  const work = createWork<Brought>()
  const [asked, setAsked] = createSignal<(Wanted & { found: Found }) | null>(null)
  /** null: no import is running. */
  const [progress, setProgress] = createSignal<ImportProgress | null>(null)
  const [stopping, setStopping] = createSignal(false)
  /** Imports that a reload ended. */
  const [before, setBefore] = createSignal<{ id: string; words: string }[]>([])
  stoppedImports().then(setBefore, (error: unknown) => console.error('Stopped imports could not be looked for', error))
  let left = false
  onCleanup(() => {
    left = true
    if (progress() !== null)
      actions.notify(t('The import continues in the background. You’ll get a notice when it’s done.'))
  })
  const failedAlone = ({ name }: File, error: unknown): never => {
    if (left) actions.notify(t('Importing {name} failed: {reason}', { name, reason: messageOf(error) }))
    throw error
  }
  const bringIn = async ({ file, again }: Wanted, keep: string[]): Promise<Brought> => {
    setStopping(false)
    setProgress({ done: 0, of: null })
    const id = crypto.randomUUID()
    const {
      sessions,
      refused,
      stopped,
      known = 0,
      places = [],
      here,
      recordings = false,
    } = await noted(id, { name: file.name, copies: again !== null }, (note) =>
      archive.bringIn(
        id,
        { file, keep, again },
        {
          tell: (course) => {
            setProgress(course)
            note(course)
          },
          isStopped: stopping,
        },
      ),
    )
      .catch((error: unknown) => failedAlone(file, error))
      .finally(() => setProgress(null))
    const brought =
      recordings && sessions.length > 0
        ? count(
            sessions.length,
            'Imported 1 session as a recording. Open it and press Continue in a copy.',
            'Imported {n} sessions as recordings. Open one and press Continue in a copy.',
          )
        : count(
            sessions.length,
            'Imported 1 session. It is stopped. Continue it when you like.',
            'Imported {n} sessions. They are stopped. Continue any of them when you like.',
          )
    const message = sentences([
      stopped ? t('Import stopped before it finished.') : '',
      known > 0 && sessions.length === 0 ? '' : brought,
      known > 0 ? count(known, '1 conversation was already here.', '{n} conversations were already here.') : '',
    ])
    const leftOut = refused.map(({ name, reason }) => t('Left out {name}: {reason}', { name, reason: said(reason) }))
    if (left)
      actions.notify(
        sentences([
          message,
          leftOut.length > 1
            ? t('Left out: {n} conversations or parts of conversations.', { n: leftOut.length })
            : (leftOut[0] ?? ''),
        ]),
      )
    else then(sessions, here, known === 0 && refused.length === 0 && !stopped)
    return {
      ok: true,
      message,
      ...(places.length > 0 && !stopped && { known: { file, places } }),
      leftOut: shortened(leftOut),
    }
  }
  return {
    work,
    before,
    asked,
    choose: (file: File, again: Wanted['again'] = null): Promise<unknown> => {
      setAsked(null)
      for (const { id } of before()) forgetStopped(id)
      setBefore([])
      return work.run(async () => {
        const found = await archive.lookInto(file, again).catch((error: unknown) => failedAlone(file, error))
        if (found.found.length === 0) return bringIn({ file, again }, [])
        if (left) actions.notify(t(UNDECIDED, { name: file.name }))
        else setAsked({ file, again, found })
        return null
      })
    },
    decide: (wanted: Wanted, keep: string[]): void => {
      setAsked(null)
      void work.run(() => bringIn(wanted, keep))
    },
    cancel: (): void => void setAsked(null),
    progress,
    stopping,
    /** Sessions imported before that stay. */
    stop: (): void => void setStopping(true),
  }
}

const SHOWN = 20
const shortened = (lines: string[]): string[] =>
  lines.length > SHOWN ? [...lines.slice(0, SHOWN), t('… and {n} more.', { n: lines.length - SHOWN })] : lines

/** The question of an import, its progress, and its result. */
export function ImportOutcome(props: { flow: ImportFlow }): JSX.Element {
  return (
    <>
      <For each={props.flow.before()}>{({ words }) => <p class="hint">{words}</p>}</For>
      <Show when={props.flow.asked()} keyed>
        {(asked) => (
          <ForeignWords
            found={asked.found}
            onImport={(keep) => props.flow.decide(asked, keep)}
            onCancel={() => props.flow.cancel()}
          />
        )}
      </Show>
      <Show when={props.flow.progress()}>
        {(progress) => (
          <ImportBar progress={progress()} stopping={props.flow.stopping()} onStop={() => props.flow.stop()} />
        )}
      </Show>
      <Show when={props.flow.work.outcome()}>
        {(outcome) => (
          <div
            role="status"
            tabindex="-1"
            ref={(made) => {
              // the focus would be lost with the button that stopped the import or asked for copies
              queueMicrotask(() => {
                if (props.flow.stopping() || document.activeElement === document.body) made.focus()
              })
            }}
          >
            <div class="row">
              <p class="hint">{outcome().message}</p>
              <Show when={knownOf(outcome())}>
                {(known) => (
                  <button
                    type="button"
                    class="button"
                    onClick={() => void props.flow.choose(known().file, known().places)}
                  >
                    {count(known().places.length, 'Import a copy', 'Import {n} copies')}
                  </button>
                )}
              </Show>
            </div>
            <For each={leftOutOf(outcome())}>{(line) => <p class="hint">{line}</p>}</For>
          </div>
        )}
      </Show>
    </>
  )
}
