import { For, type JSX, Show } from 'solid-js'
import type { MachineView } from '../../protocol/inspect.ts'
import { clock, duration } from './times.ts'

const WORDS: Record<MachineView['notes'][number]['type'], string> = {
  input: 'Input',
  rejected: 'Input rejected',
  committed: 'Committed',
  'not-committed': 'Not committed',
  started: 'Effect started',
  cancelled: 'Effect cancelled',
  completed: 'Effect completed',
  failed: 'Effect failed',
}

/** The last events of the machine, the newest first. They are held in memory alone and go with it. */
export function MachineNotes(props: { machine: MachineView | null }): JSX.Element {
  const notes = () => [...(props.machine?.notes ?? [])].reverse()
  return (
    <Show
      when={props.machine !== null}
      fallback={<p class="hint">No machine holds this session now: it rests, and nothing of it runs.</p>}
    >
      <Show when={notes().length > 0} fallback={<p class="hint">Nothing has happened since it was started.</p>}>
        <ol class="machine-notes" aria-label="Events of the machine">
          <For each={notes()}>
            {(note) => (
              <li>
                <span class="journal-time">{clock(note.at)}</span>
                <span class="machine-type">{WORDS[note.type]}</span>
                <code>{note.about}</code>
                <Show when={note.ms !== undefined && note.ms}>{(ms) => <span class="hint">{took(ms())}</span>}</Show>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </Show>
  )
}

const took = (ms: number): string => (ms < 1000 ? `${ms.toFixed(1)} ms` : duration(ms))
