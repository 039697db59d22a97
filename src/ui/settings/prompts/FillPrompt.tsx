import { createSignal, For, type JSX } from 'solid-js'
import type { Prompt } from '../../../settings/prompts.ts'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { Field } from '../../base/kit/Field.tsx'
import { isSend } from '../../base/kit/is-send.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { t } from '../../base/words/t.ts'
import { blanksOf, filledIn } from './blanks.ts'

/** Asks for the blanks of a prompt, and returns the filled text. */
export default function FillPrompt(props: {
  prompt: Prompt
  onFilled: (words: string) => void
  onClose: () => void
}): JSX.Element {
  const [values, setValues] = createSignal<ReadonlyMap<string, string>>(new Map())
  const blanks = blanksOf(props.prompt.text)
  let form: HTMLFormElement | undefined
  return (
    <Dialog label={showHidden(props.prompt.name)} onClose={props.onClose}>
      <form
        ref={form}
        class="fill-prompt"
        onSubmit={(event) => {
          event.preventDefault()
          const words = filledIn(props.prompt.text, values())
          form?.closest('dialog')?.close()
          props.onFilled(words)
        }}
      >
        <For each={blanks}>
          {(name, index) => (
            <Field label={showHidden(name)} problem={undefined}>
              {({ id, describedBy }) => (
                <textarea
                  id={id}
                  class="input grows"
                  rows="1"
                  aria-describedby={describedBy}
                  ref={(box) => index() === 0 && queueMicrotask(() => box.focus())}
                  value={values().get(name) ?? ''}
                  onInput={({ currentTarget: { value } }) => setValues((others) => new Map(others).set(name, value))}
                  onKeyDown={(event) => {
                    if (!isSend(event)) return
                    event.preventDefault()
                    form?.requestSubmit()
                  }}
                />
              )}
            </Field>
          )}
        </For>
        <div class="dialog-foot">
          <button type="submit" class="button primary">
            {t('Insert into the message')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
