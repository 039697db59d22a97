import { type JSX, Show } from 'solid-js'
import { t } from '../../base/words/t.ts'
import type { ShownPage } from './create-artifact.ts'

/** Lets the scripts run, and stops them: one button, which keeps the focus. */
export function RunButton(props: { shown: ShownPage }): JSX.Element {
  return (
    <Show when={props.shown.running() || props.shown.canRun()}>
      <button
        type="button"
        class="button small artifact-run"
        onClick={() => (props.shown.running() ? props.shown.stop() : props.shown.begin())}
      >
        {props.shown.running() ? t('Stop scripts') : t('Run scripts')}
      </button>
    </Show>
  )
}
