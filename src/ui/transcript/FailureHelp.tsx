import { type JSX, Show } from 'solid-js'
import type { Failure } from '../../agent/content.ts'
import { useApp } from '../state/app-context.ts'

/** What a failed answer offers where its provider is the cause: its settings, whose "Test" says what is wrong and what to do. */
const LABELS: Partial<Record<Failure['kind'], string>> = {
  'bad-key': 'Fix key',
  network: 'Check connection',
  'not-found': 'Check connection',
  'broken-stream': 'Check connection',
}

export default function FailureHelp(props: { failure: Failure; providerId: string | null }): JSX.Element {
  const { state, openDialog } = useApp()
  const provider = () => state.providers?.find(({ id }) => id === props.providerId)
  return (
    <Show when={LABELS[props.failure.kind]}>
      {(label) => (
        <Show when={provider()}>
          {(found) => (
            <button
              type="button"
              class="button"
              onClick={() => openDialog({ edit: { ...found(), models: [...found().models] } })}
            >
              {label()}
            </button>
          )}
        </Show>
      )}
    </Show>
  )
}
