import { For, type JSX, Show } from 'solid-js'
import { t } from '../../base/words/t.ts'
import type { ConsoleLine } from './frame-messages.ts'

/** Output of a running artifact, and its actions. */
export function ArtifactConsole(props: {
  lines: readonly ConsoleLine[]
  onSend: () => void
  onClear: () => void
}): JSX.Element {
  return (
    <Show when={props.lines.length > 0}>
      <div class="artifact-console">
        <div class="artifact-console-head">
          <span>{t('Console')}</span>
          <button type="button" class="button small" onClick={() => props.onClear()}>
            {t('Clear')}
          </button>
          <button type="button" class="button small" onClick={() => props.onSend()}>
            {t('Send to the agent')}
          </button>
        </div>
        <div role="log" aria-label={t('Artifact console')} tabindex="0" class="artifact-lines">
          <For each={props.lines}>{(line) => <p data-level={line.level}>{line.text}</p>}</For>
        </div>
      </div>
    </Show>
  )
}
