import './session-settings.css'
import '../../base/kit/choice-line.css'
import { For, type JSX, Show } from 'solid-js'
import type { Config } from '../../../agent/config.ts'
import { DEMO_PROVIDER } from '../../../settings/provider.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { createChange } from '../../base/state/create-change.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { THINKING_LEVELS } from '../providers/thinking-levels.ts'
import { ModelFactsFields } from '../usage/ModelFactsFields.tsx'
import { LimitFields } from './LimitFields.tsx'
import { ModelLine } from './ModelLine.tsx'
import { OwnCode } from './OwnCode.tsx'
import { Sections } from './Sections.tsx'
import { SessionFallback } from './SessionFallback.tsx'
import { SessionSharing } from './SessionSharing.tsx'
import { ToolPolicies } from './ToolPolicies.tsx'
import { WebSearch } from './WebSearch.tsx'
import { WindowField } from './WindowField.tsx'

type Mode = Config['steerMode']

/** The settings of this session. Each change applies at once, to the next request. */
export default function SessionSettings(props: { onClose: () => void }): JSX.Element {
  const { actions, state } = useApp()
  const config = () => state.open?.view?.config
  const prompt = createChange(
    () => config()?.systemPrompt ?? '',
    (systemPrompt) => actions.configure({ systemPrompt }),
  )
  return (
    <Dialog label={t('Session options')} class="settings session-settings whole-on-phones" onClose={props.onClose}>
      <Show when={config()} fallback={<p class="hint">{t('No session is open.')}</p>}>
        {(now) => (
          <>
            <Sections headings={HEADINGS} />
            <ModelLine model={now().model} />
            <Show when={now().model.providerId !== DEMO_PROVIDER.id}>
              <Choice
                label={t('Thinking')}
                value={now().model.thinking}
                options={THINKING_LEVELS.map(({ level, label }) => [level, t(label)])}
                onChange={(thinking) => actions.configure({ model: { ...now().model, thinking } })}
              />
            </Show>
            <h3 id="system-prompt">{t('System prompt')}</h3>
            <textarea
              class="input prompt"
              aria-labelledby="system-prompt"
              rows="6"
              maxlength="100000"
              value={prompt.shown()}
              onChange={(event) => prompt.choose(event.currentTarget)}
            />
            <h3>{t('Queued messages')}</h3>
            <Choice
              label={t('Steering messages are added')}
              value={now().steerMode}
              options={modes()}
              onChange={(steerMode) => actions.configure({ steerMode })}
            />
            <Choice
              label={t('Follow-ups are added')}
              value={now().followUpMode}
              options={modes()}
              onChange={(followUpMode) => actions.configure({ followUpMode })}
            />
            <SessionSharing sessionId={state.open?.id ?? ''} />
            <h3>{t('Long conversations')}</h3>
            <p class="hint">
              {t(
                'Above this share of the context window, earlier messages are summarised for the model. You still see all of them.',
              )}
            </p>
            <Choice
              label={t('Summarise the history')}
              value={String(now().compressAt ?? 'never')}
              options={compressAt()}
              onChange={(share) => actions.configure({ compressAt: share === 'never' ? null : Number(share) })}
            />
            <WindowField config={now()} />
            <h3>{t('About this model')}</h3>
            <ModelFactsFields config={now()} />
            <h3>{t('Fallback models')}</h3>
            <SessionFallback config={now()} />
            <h3>{t('Limits')}</h3>
            <p class="hint">{t('A run that reaches a limit pauses and shows why. Press Continue to resume it.')}</p>
            <LimitFields limits={now().limits} />
            <h3>{t('Tools')}</h3>
            <Choice
              label={t('Tools in one answer run')}
              value={now().execution}
              options={[
                ['parallel', t('At the same time')],
                ['sequential', t('One after the other')],
              ]}
              onChange={(execution) => actions.configure({ execution })}
            />
            <WebSearch config={now()} />
            <OwnCode config={now()} />
            <ToolPolicies config={now()} />
          </>
        )}
      </Show>
    </Dialog>
  )
}

const HEADINGS: readonly PlainPhrase[] = [
  'System prompt',
  'Queued messages',
  'Long conversations',
  'About this model',
  'Fallback models',
  'Limits',
  'Tools',
]

const compressAt = (): [string, string][] => [
  ...[0.5, 0.75, 0.9].map((share): [string, string] => [
    String(share),
    t('At {n}% of the context window', { n: 100 * share }),
  ]),
  ['never', t('Never')],
]

const modes = (): [Mode, string][] => [
  ['one', t('One at a time')],
  ['all', t('All together')],
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
