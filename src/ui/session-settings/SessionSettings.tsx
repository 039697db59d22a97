import './session-settings.css'
import '../kit/choice-line.css'
import { For, type JSX, Show } from 'solid-js'
import type { Config } from '../../agent/config.ts'
import { DEMO_PROVIDER } from '../../settings/provider.ts'
import { WindowField } from '../context/WindowField.tsx'
import { Dialog } from '../kit/Dialog.tsx'
import { THINKING_LEVELS } from '../providers/thinking-levels.ts'
import { useApp } from '../state/app-context.ts'
import { createChange } from '../state/create-change.ts'
import { ModelFactsFields } from '../usage/ModelFactsFields.tsx'
import { LimitFields } from './LimitFields.tsx'
import { ModelLine } from './ModelLine.tsx'
import { SessionFallback } from './SessionFallback.tsx'
import { ToolPolicies } from './ToolPolicies.tsx'

type Mode = Config['steerMode']

/** How this one session works. Everything counts at once; what has not been asked yet is asked with it. */
export default function SessionSettings(props: { onClose: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const config = () => state.open?.view?.config
  const prompt = createChange(
    () => config()?.systemPrompt ?? '',
    (systemPrompt) => actions.configure({ systemPrompt }),
  )
  return (
    <Dialog label="Session options" class="settings session-settings" onClose={props.onClose}>
      <Show when={config()} fallback={<p class="hint">No session is open.</p>}>
        {(now) => (
          <>
            <ModelLine model={now().model} />
            <Show when={now().model.providerId !== DEMO_PROVIDER.id}>
              <Choice
                label="Thinking"
                value={now().model.thinking}
                options={THINKING_LEVELS.map(({ level, label }) => [level, label])}
                onChange={(thinking) => actions.configure({ model: { ...now().model, thinking } })}
              />
            </Show>
            <h3>Messages that wait</h3>
            <Choice
              label="Steering messages join"
              value={now().steerMode}
              options={MODES}
              onChange={(steerMode) => actions.configure({ steerMode })}
            />
            <Choice
              label="Follow-ups join"
              value={now().followUpMode}
              options={MODES}
              onChange={(followUpMode) => actions.configure({ followUpMode })}
            />
            <h3>Long conversations</h3>
            <p class="hint">
              Above this share of the model's window, earlier messages are summarised for the model. You keep seeing all
              of them.
            </p>
            <Choice
              label="Compress the history"
              value={String(now().compressAt ?? 'never')}
              options={COMPRESS_AT}
              onChange={(share) => actions.configure({ compressAt: share === 'never' ? null : Number(share) })}
            />
            <WindowField config={now()} />
            <h3>About this model</h3>
            <ModelFactsFields config={now()} />
            <h3>When the model has no room</h3>
            <SessionFallback config={now()} />
            <h3>Limits</h3>
            <p class="hint">A run that reaches one pauses, says so and goes on when you press Continue.</p>
            <LimitFields limits={now().limits} />
            <h3>Tools</h3>
            <Choice
              label="Tools of one answer run"
              value={now().execution}
              options={[
                ['parallel', 'At the same time'],
                ['sequential', 'One after the other'],
              ]}
              onChange={(execution) => actions.configure({ execution })}
            />
            <ToolPolicies config={now()} />
            <h3 id="system-prompt">System prompt</h3>
            <textarea
              class="input prompt"
              aria-labelledby="system-prompt"
              rows="6"
              maxlength="100000"
              value={prompt.shown()}
              onChange={(event) => prompt.choose(event.currentTarget)}
            />
          </>
        )}
      </Show>
    </Dialog>
  )
}

const COMPRESS_AT: [string, string][] = [
  ['0.5', 'At 50 % of the window'],
  ['0.75', 'At 75 % of the window'],
  ['0.9', 'At 90 % of the window'],
  ['never', 'Never'],
]

const MODES: [Mode, string][] = [
  ['one', 'One at a time'],
  ['all', 'All together'],
]

function Choice<Value extends string>(props: {
  label: string
  value: Value
  options: [Value, string][]
  onChange: (value: Value) => string | null
}): JSX.Element {
  const { shown, choose } = createChange(
    () => props.value,
    (value) => props.onChange(value),
  )
  return (
    <label class="choice-line">
      <span>{props.label}</span>
      <select class="select small" value={shown()} onChange={(event) => choose(event.currentTarget)}>
        <For each={props.options}>{([value, words]) => <option value={value}>{words}</option>}</For>
      </select>
    </label>
  )
}
