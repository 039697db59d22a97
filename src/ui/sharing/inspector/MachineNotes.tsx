import { For, type JSX, Show } from 'solid-js'
import type { MachineView } from '../../../protocol/machine-view.ts'
import { fileSize } from '../../base/kit/file-size.ts'
import { count, type PlainPhrase, t } from '../../base/words/t.ts'
import { clock, duration } from './times.ts'

const WORDS: Record<MachineView['notes'][number]['type'], PlainPhrase> = {
  input: 'Input',
  rejected: 'Input rejected',
  committed: 'Committed',
  'not-committed': 'Not committed',
  started: 'Effect started',
  cancelled: 'Effect cancelled',
  completed: 'Effect completed',
  failed: 'Effect failed',
}

/** The machine’s latest events, newest first. They exist only in memory, as long as the machine does. */
export function MachineNotes(props: { machine: MachineView | null }): JSX.Element {
  const notes = () => [...(props.machine?.notes ?? [])].reverse()
  return (
    <Show
      when={props.machine !== null}
      fallback={<p class="hint">{t('No machine is running for this session: it is idle.')}</p>}
    >
      <Show when={notes().length > 0} fallback={<p class="hint">{t('Nothing has happened since it started.')}</p>}>
        <p class="hint">{ofCommits(notes())}</p>
        <ol class="machine-notes" aria-label={t('Events of the machine')}>
          <For each={notes()}>
            {(note) => (
              <li>
                <span class="journal-time">{clock(note.at)}</span>
                <span class="machine-type">{t(WORDS[note.type])}</span>
                <code>{note.about}</code>
                <Show when={note.ms !== undefined && note.ms}>{(ms) => <span class="hint">{took(ms())}</span>}</Show>
                <Show when={note.bytes}>{(bytes) => <span class="hint">{fileSize(bytes())}</span>}</Show>
              </li>
            )}
          </For>
        </ol>
      </Show>
    </Show>
  )
}

const took = (ms: number): string => (ms < 1000 ? t('{n} ms', { n: ms.toFixed(1) }) : duration(ms))

/** Duration and size of the commits among them. */
function ofCommits(notes: MachineView['notes']): string {
  const times = notes.flatMap(({ type, ms }) => (type === 'committed' && ms !== undefined ? [ms] : []))
  const bytes = notes.reduce((sum, note) => sum + (note.bytes ?? 0), 0)
  if (times.length === 0) return ''
  const sorted = times.sort((a, b) => a - b)
  return t('{commits}: median {median}, longest {most}, {size} written', {
    commits: count(times.length, '1 commit', '{n} commits'),
    median: took(sorted[sorted.length >> 1] ?? 0),
    most: took(sorted.at(-1) ?? 0),
    size: fileSize(bytes),
  })
}
