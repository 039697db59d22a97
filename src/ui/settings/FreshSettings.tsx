import { createResource, type JSX, Show } from 'solid-js'
import { useApp } from '../base/state/app-context.ts'
import { messageOf } from '../base/state/message-of.ts'
import { usePreferences } from '../base/state/preferences.ts'
import { t } from '../base/words/t.ts'

/** The way out if the stored preferences can’t be read: until then every command is refused. */
export function FreshSettings(): JSX.Element {
  const { actions } = useApp()
  const preferences = usePreferences()
  const [problem, { refetch }] = createResource(async () => {
    try {
      await preferences.read()
      return null
    } catch (error) {
      return messageOf(error)
    }
  })
  const start = async (): Promise<void> => {
    try {
      await preferences.startFresh()
    } catch (error) {
      actions.notify(messageOf(error))
    }
    void refetch()
  }
  return (
    <Show when={problem.latest}>
      {(words) => (
        <div class="link-warning" role="alert">
          <p>
            {words()} {t('Sessions, files and keys are safe.')}
          </p>
          <button type="button" class="button small" onClick={() => void start()}>
            {t('Start with fresh settings')}
          </button>
        </div>
      )}
    </Show>
  )
}
