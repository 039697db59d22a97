import { createSignal, For, type JSX, Show } from 'solid-js'
import { lazy } from '../kit/lazy.ts'
import { useArchive } from '../state/archive.ts'
import { createWork, type Outcome } from '../state/create-work.ts'
import type { Found } from './ForeignWords.tsx'

const ForeignWords = lazy(async () => ({ default: (await import('./ForeignWords.tsx')).ForeignWords }))

/** `leftOut`: what of the file did not arrive, a sentence each. */
type Brought = Outcome & { leftOut?: string[] }
const leftOutOf = (outcome: Brought): string[] => outcome.leftOut ?? []

/**
 * Brings an exported file back: its sessions arrive beside the others, stopped. What they bring along that the transcript does not show is
 * told first, and nothing arrives before the person has decided.
 */
export function ImportButton(): JSX.Element {
  const archive = useArchive()
  const work = createWork<Brought>()
  const [asked, setAsked] = createSignal<{ file: File; found: Found } | null>(null)
  const bringIn = async (file: File, keep: string[]): Promise<Brought> => {
    const { sessions, refused } = await archive.bringIn(file, keep)
    const many = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`
    return {
      ok: true,
      message: `Imported ${many}. They are stopped; continue each when you like.`,
      leftOut: refused.map(({ name, reason }) => `Left out ${name}: ${reason}`),
    }
  }
  const chosen = (file: File): Promise<unknown> => {
    setAsked(null)
    return work.run(async () => {
      const found = await archive.lookInto(file)
      if (found.found.length === 0) return bringIn(file, [])
      setAsked({ file, found })
      return null
    })
  }
  const decided = (file: File, keep: string[]): void => {
    setAsked(null)
    void work.run(() => bringIn(file, keep))
  }
  let input!: HTMLInputElement
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".zip,application/zip"
        aria-label="Exported file"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          // emptied: the same file may be chosen again
          if (file)
            void chosen(file).finally(() => {
              input.value = ''
            })
        }}
      />
      <button type="button" class="button" disabled={work.busy()} onClick={() => input.click()}>
        {work.busy() ? 'Importing…' : 'Import'}
      </button>
      <Show when={asked()} keyed>
        {({ file, found }) => (
          <ForeignWords found={found} onImport={(keep) => decided(file, keep)} onCancel={() => setAsked(null)} />
        )}
      </Show>
      <Show when={work.outcome()}>
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
