import { createSignal, For, type JSX, Show } from 'solid-js'
import { lazy } from '../kit/lazy.ts'
import { useArchive } from '../state/archive.ts'
import { messageOf } from '../state/message-of.ts'
import type { Found } from './ForeignWords.tsx'

const ForeignWords = lazy(async () => ({ default: (await import('./ForeignWords.tsx')).ForeignWords }))

/**
 * Brings an exported file back: its sessions arrive beside the others, stopped. What they bring along that the transcript does not show is
 * told first, and nothing arrives before the person has decided.
 */
export function ImportButton(): JSX.Element {
  const archive = useArchive()
  const [busy, setBusy] = createSignal(false)
  const [outcome, setOutcome] = createSignal<string[]>([])
  const [asked, setAsked] = createSignal<{ file: File; found: Found } | null>(null)
  let input!: HTMLInputElement
  const chosen = (file: File): Promise<void> =>
    run(async () => {
      setAsked(null)
      const found = await archive.lookInto(file)
      if (found.found.length > 0) setAsked({ file, found })
      else await bringIn(file, [])
    })
  const bringIn = async (file: File, keep: string[]): Promise<void> => {
    setAsked(null)
    const { sessions, refused } = await archive.bringIn(file, keep)
    const many = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`
    setOutcome([
      `Imported ${many}. They are stopped; continue each when you like.`,
      ...refused.map(({ name, reason }) => `Left out ${name}: ${reason}`),
    ])
  }
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    setOutcome([])
    try {
      await work()
    } catch (error) {
      setOutcome([messageOf(error)])
    } finally {
      setBusy(false)
      // the same file may be chosen again
      input.value = ''
    }
  }
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
          if (file) void chosen(file)
        }}
      />
      <button type="button" class="button" disabled={busy()} onClick={() => input.click()}>
        {busy() ? 'Importing…' : 'Import'}
      </button>
      <Show when={asked()} keyed>
        {({ file, found }) => (
          <ForeignWords
            found={found}
            onImport={(keep) => void run(() => bringIn(file, keep))}
            onCancel={() => setAsked(null)}
          />
        )}
      </Show>
      <Show when={outcome().length > 0}>
        <div role="status">
          <For each={outcome()}>{(line) => <p class="hint">{line}</p>}</For>
        </div>
      </Show>
    </>
  )
}
