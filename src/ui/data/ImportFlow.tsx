import { createSignal, For, type JSX, Show } from 'solid-js'
import type { SessionItem } from '../../protocol/common.ts'
import { lazy } from '../kit/lazy.ts'
import { useArchive } from '../state/archive.ts'
import { createWork, type Outcome } from '../state/create-work.ts'
import { said } from '../words/said.ts'
import { count, t } from '../words/t.ts'
import type { Found } from './ForeignWords.tsx'

const ForeignWords = lazy(async () => ({ default: (await import('./ForeignWords.tsx')).ForeignWords }))

/** `leftOut`: what of the file did not arrive, a sentence each. */
type Brought = Outcome & { leftOut?: string[] }
const leftOutOf = (outcome: Brought): string[] => outcome.leftOut ?? []

/** What files may be brought in. */
export const IMPORTED_FILES = '.reflexor,.zip,.json,application/zip,application/json'

export type ImportFlow = ReturnType<typeof createImport>

/**
 * Brings a file in, whose sessions arrive beside the others, stopped. What they bring along that the transcript does not show is told first,
 * and nothing arrives before the person has decided. `then` hears what has arrived.
 */
export function createImport(then: (sessions: SessionItem[]) => void = () => {}) {
  const archive = useArchive()
  const work = createWork<Brought>()
  const [asked, setAsked] = createSignal<{ file: File; found: Found } | null>(null)
  const bringIn = async (file: File, keep: string[]): Promise<Brought> => {
    const { sessions, refused } = await archive.bringIn(file, keep)
    then(sessions)
    return {
      ok: true,
      message: count(
        sessions.length,
        'Imported 1 session. It is stopped; continue it when you like.',
        'Imported {n} sessions. They are stopped; continue each when you like.',
      ),
      leftOut: shortened(
        refused.map(({ name, reason }) => t('Left out {name}: {reason}', { name, reason: said(reason) })),
      ),
    }
  }
  return {
    work,
    asked,
    choose: (file: File): Promise<unknown> => {
      setAsked(null)
      return work.run(async () => {
        const found = await archive.lookInto(file)
        if (found.found.length === 0) return bringIn(file, [])
        setAsked({ file, found })
        return null
      })
    },
    decide: (file: File, keep: string[]): void => {
      setAsked(null)
      void work.run(() => bringIn(file, keep))
    },
    cancel: (): void => void setAsked(null),
  }
}

const SHOWN = 20
const shortened = (lines: string[]): string[] =>
  lines.length > SHOWN ? [...lines.slice(0, SHOWN), t('… and {n} more.', { n: lines.length - SHOWN })] : lines

/** The question that an import asks, and how it ended. */
export function ImportOutcome(props: { flow: ImportFlow }): JSX.Element {
  return (
    <>
      <Show when={props.flow.asked()} keyed>
        {({ file, found }) => (
          <ForeignWords
            found={found}
            onImport={(keep) => props.flow.decide(file, keep)}
            onCancel={() => props.flow.cancel()}
          />
        )}
      </Show>
      <Show when={props.flow.work.outcome()}>
        {(outcome) => (
          <div role="status">
            <p class="hint">{outcome().message}</p>
            <For each={leftOutOf(outcome())}>{(line) => <p class="hint">{line}</p>}</For>
          </div>
        )}
      </Show>
    </>
  )
}
