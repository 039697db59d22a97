import type { JSX } from 'solid-js'
import type { Prompt } from '../../../settings/prompts.ts'
import { EditedList } from '../../base/kit/EditedList.tsx'
import { withAgain } from '../../base/kit/with-again.ts'
import { useApp } from '../../base/state/app-context.ts'
import { t } from '../../base/words/t.ts'
import { exampleBlank, PromptForm } from './PromptForm.tsx'

/** Saved prompts: edited here, inserted into a message with "/". */
export function PromptsTab(): JSX.Element {
  const { state, actions } = useApp()
  const keep = (prompts: Prompt[]): Promise<unknown> => actions.setPreferences({ prompts })
  return (
    <>
      <p class="hint">
        {t(
          'Messages that you send often. Type / at the start of a message to insert a prompt. Reflexor asks for each part in double braces, such as {example}.',
          { example: exampleBlank() },
        )}
      </p>
      <EditedList
        label={t('Prompts')}
        items={state.preferences.prompts}
        words={({ text }) => text}
        edit={(name) => t('Edit {name}', { name })}
        delete={(name) => t('Delete {name}', { name })}
        add={t('New prompt')}
        fresh={(): Prompt => ({ id: crypto.randomUUID(), name: '', text: '' })}
        form={(edited) => <PromptForm {...edited} />}
        onKeep={keep}
        onDelete={(prompt, rest, before) => {
          const copy = { ...prompt }
          const place = before.findIndex(({ id }) => id === copy.id)
          void keep(rest)
          actions.notify(
            t('Deleted “{name}”', { name: copy.name }),
            () => void keep(withAgain(state.preferences.prompts, copy, place)),
          )
        }}
      />
    </>
  )
}
