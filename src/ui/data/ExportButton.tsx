import { createSignal, type JSX, Show } from 'solid-js'
import { saveFile } from '../kit/save-file.ts'
import { messageOf } from '../state/message-of.ts'
import { useTakeHome } from '../state/take-home.ts'

/** Takes sessions home as a file: all of them, or one. Works from every fault screen, as long as the worker lives. */
export function ExportButton(props: { label: string; sessionId?: string; small?: boolean }): JSX.Element {
  const takeHome = useTakeHome()
  const [busy, setBusy] = createSignal(false)
  const [outcome, setOutcome] = createSignal('')
  const run = async (): Promise<void> => {
    setBusy(true)
    setOutcome('')
    try {
      const exported = await takeHome(props.sessionId)
      saveFile(exported.file as Blob, exported.name)
      setOutcome(wordsOf(exported))
    } catch (error) {
      setOutcome(messageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <button
        type="button"
        class="button"
        classList={{ small: props.small === true }}
        disabled={busy()}
        onClick={() => void run()}
      >
        {busy() ? 'Exporting…' : props.label}
      </button>
      <Show when={outcome()}>
        <span class="hint" role="status">
          {outcome()}
        </span>
      </Show>
    </>
  )
}

function wordsOf({ raw, sessions, notes }: { raw: boolean; sessions: number; notes: string[] }): string {
  if (raw) return 'Saved as a raw copy, without keys. The version of Reflexor that wrote the data can use it.'
  const many = sessions === 1 ? '1 session' : `${sessions} sessions`
  return notes.length === 0
    ? `Saved ${many}.`
    : `Saved ${many}. ${notes.length} damaged ${notes.length === 1 ? 'record was' : 'records were'} saved as it is; the file notes.json lists them.`
}
