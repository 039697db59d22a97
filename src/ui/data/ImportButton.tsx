import { createSignal, For, type JSX, Show } from 'solid-js'
import { messageOf } from '../state/actions.ts'
import { useApp } from '../state/app-context.ts'

/** Brings an exported file back: its sessions arrive beside the others, stopped. */
export function ImportButton(): JSX.Element {
  const { actions } = useApp()
  const [busy, setBusy] = createSignal(false)
  const [outcome, setOutcome] = createSignal<string[]>([])
  let input!: HTMLInputElement
  const run = async (file: File): Promise<void> => {
    setBusy(true)
    setOutcome([])
    try {
      const { sessions, refused } = await actions.request({ kind: 'import', file })
      const many = sessions.length === 1 ? '1 session' : `${sessions.length} sessions`
      setOutcome([
        `Imported ${many}. They are stopped; continue each when you like.`,
        ...refused.map(({ name, reason }) => `Left out ${name}: ${reason}`),
      ])
      await Promise.all([actions.loadAll(), actions.loadHealth()])
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
          if (file) void run(file)
        }}
      />
      <button type="button" class="button" disabled={busy()} onClick={() => input.click()}>
        {busy() ? 'Importing…' : 'Import'}
      </button>
      <Show when={outcome().length > 0}>
        <div role="status">
          <For each={outcome()}>{(line) => <p class="hint">{line}</p>}</For>
        </div>
      </Show>
    </>
  )
}
