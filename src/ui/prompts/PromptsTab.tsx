import './prompts.css'
import { createSignal, For, type JSX, Show } from 'solid-js'
import type { Prompt } from '../../settings/prompts.ts'
import { Field } from '../kit/Field.tsx'
import { TextField } from '../kit/TextField.tsx'
import { VisibleText } from '../kit/VisibleText.tsx'
import { useApp } from '../state/app-context.ts'

/** Words to be used again: written here, put into a message by "/". */
export function PromptsTab(): JSX.Element {
  const { state, actions } = useApp()
  const [edited, setEdited] = createSignal<Prompt | null>(null)
  const prompts = () => state.preferences.prompts
  const keep = (next: readonly Prompt[]): Promise<void> =>
    // what is in the store cannot cross to the worker
    actions.setPreferences({ prompts: next.map((prompt) => ({ ...prompt })) })
  const save = async (prompt: Prompt): Promise<void> => {
    const known = prompts().some(({ id }) => id === prompt.id)
    await keep(known ? prompts().map((other) => (other.id === prompt.id ? prompt : other)) : [...prompts(), prompt])
    setEdited(null)
  }
  return (
    <>
      <p class="hint">
        Type / at the start of a message to use one. What stands in double braces, as {'{{language}}'}, is asked for
        then.
      </p>
      <Show when={prompts().length > 0}>
        <ul class="cards" aria-label="Prompts">
          <For each={prompts()}>
            {(prompt) => (
              <li class="card">
                <span class="card-words">
                  <strong>
                    <VisibleText text={prompt.name} />
                  </strong>
                  <span class="hint prompt-words">{prompt.text}</span>
                </span>
                <button
                  type="button"
                  class="button small"
                  aria-label={`Edit ${prompt.name}`}
                  onClick={() => setEdited({ ...prompt })}
                >
                  Edit
                </button>
                <button
                  type="button"
                  class="button small"
                  aria-label={`Delete ${prompt.name}`}
                  onClick={() => {
                    const before = [...prompts()]
                    void keep(prompts().filter(({ id }) => id !== prompt.id))
                    actions.notify(`Deleted “${prompt.name}”`, () => void keep(before))
                  }}
                >
                  Delete
                </button>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <Show
        when={edited()}
        keyed
        fallback={
          <button
            type="button"
            class="button"
            onClick={() => setEdited({ id: crypto.randomUUID(), name: '', text: '' })}
          >
            New prompt
          </button>
        }
      >
        {(prompt) => (
          <PromptForm
            prompt={prompt}
            taken={prompts().flatMap(({ id, name }) => (id === prompt.id ? [] : [name]))}
            onSave={save}
            onCancel={() => setEdited(null)}
          />
        )}
      </Show>
    </>
  )
}

function PromptForm(props: {
  prompt: Prompt
  taken: readonly string[]
  onSave: (prompt: Prompt) => Promise<void>
  onCancel: () => void
}): JSX.Element {
  const [name, setName] = createSignal(props.prompt.name)
  const [text, setText] = createSignal(props.prompt.text)
  const [tried, setTried] = createSignal(false)
  const problems = () => ({
    name:
      name().trim() === ''
        ? 'Give it a name.'
        : props.taken.includes(name().trim())
          ? 'Another prompt has this name.'
          : name().trim().length > 80
            ? 'At most 80 characters.'
            : undefined,
    text: text().trim() === '' ? 'Write what it says.' : undefined,
  })
  return (
    <form
      class="prompt-form"
      aria-label="Prompt"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        const { name: badName, text: badText } = problems()
        if (badName === undefined && badText === undefined)
          void props.onSave({ id: props.prompt.id, name: name().trim(), text: text().trim() })
      }}
    >
      <TextField
        label="Name"
        value={name()}
        placeholder="Translate"
        problem={tried() ? problems().name : undefined}
        ref={(box) => queueMicrotask(() => box.focus())}
        onInput={setName}
      />
      <Field label="Words" problem={tried() ? problems().text : undefined}>
        {({ id, describedBy, invalid }) => (
          <textarea
            id={id}
            class="input"
            rows="6"
            maxlength="20000"
            aria-describedby={describedBy}
            aria-invalid={invalid}
            placeholder="Translate into {{language}}, and keep the form of the text:"
            value={text()}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        <button type="submit" class="button small primary">
          Save
        </button>
        <button type="button" class="button small ghost" onClick={() => props.onCancel()}>
          Cancel
        </button>
      </div>
    </form>
  )
}
