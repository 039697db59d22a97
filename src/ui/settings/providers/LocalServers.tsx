import { createSignal, For, type JSX, Show } from 'solid-js'
import type { LocalServer } from '../../../protocol/providers.ts'
import { PRESETS } from '../../../settings/presets.ts'
import { messageOf } from '../../base/state/message-of.ts'
import { useProviders } from '../../base/state/providers.ts'
import { said } from '../../base/words/said.ts'
import { count, t } from '../../base/words/t.ts'
import { OTHER_THAN_CHAT } from '../models/model-sections.ts'
import type { ProviderForm } from './create-provider-form.ts'

/** Looks for model servers on this computer when it is pressed, and fills in the form with one that is found. */
export function LocalServers(props: { form: ProviderForm }): JSX.Element {
  const { findLocal } = useProviders()
  const [found, setFound] = createSignal<readonly LocalServer[] | null>(null)
  const [looking, setLooking] = createSignal(false)
  const [problem, setProblem] = createSignal('')
  const presetOf = (baseUrl: string) => PRESETS.find((preset) => preset.baseUrl === baseUrl)
  const look = async (): Promise<void> => {
    setLooking(true)
    setProblem('')
    try {
      setFound(await findLocal())
    } catch (error) {
      setFound(null)
      setProblem(messageOf(error))
    }
    setLooking(false)
  }
  const use = ({ baseUrl, models }: LocalServer): void => {
    const preset = presetOf(baseUrl)
    if (preset === undefined || models === null) return
    props.form.changeProvider(preset)
    props.form.offer(models)
    props.form.change({ model: models.find((id) => !OTHER_THAN_CHAT.test(id)) ?? models[0] ?? '' })
  }
  return (
    <div class="local-servers">
      <button type="button" class="button small" disabled={looking()} onClick={() => void look()}>
        {t('Find models on this computer')}
      </button>
      <div role="status" aria-label={t('Servers on this computer')}>
        <Show when={!looking()} fallback={<p class="hint">{t('Looking…')}</p>}>
          <Show when={problem()}>
            <p class="field-error">{problem()}</p>
          </Show>
          <Show when={found()?.length === 0}>
            <p class="hint">
              {t('Nothing found. Start Ollama, LM Studio, llama.cpp or vLLM, and try again.')}{' '}
              {t('If the browser asks, allow this page to reach devices on your network.')}
            </p>
          </Show>
          <For each={found()}>
            {(server) => {
              const name = () => said(presetOf(server.baseUrl)?.name ?? server.baseUrl)
              return (
                <Show
                  when={server.models}
                  fallback={
                    <p class="hint">
                      {t('{name} is running but blocks web pages.', { name: name() })}{' '}
                      {said(presetOf(server.baseUrl)?.hint ?? '')}
                    </p>
                  }
                >
                  {(models) => (
                    <p>
                      <button type="button" class="button small" onClick={() => use(server)}>
                        {t('Use {name}', { name: name() })}
                      </button>{' '}
                      <span class="hint">{count(models().length, '1 model', '{n} models')}</span>
                    </p>
                  )}
                </Show>
              )
            }}
          </For>
        </Show>
      </div>
    </div>
  )
}
