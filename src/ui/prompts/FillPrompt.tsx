import { createSignal, For, type JSX } from 'solid-js'
import type { Prompt } from '../../settings/prompts.ts'
import { Dialog } from '../kit/Dialog.tsx'
import { showHidden } from '../kit/hidden-signs.ts'
import { TextField } from '../kit/TextField.tsx'
import { t } from '../words/t.ts'
import { blanksOf, filledIn } from './blanks.ts'

/** Asks for what a prompt leaves blank, and gives its words. */
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
            <TextField
              label={showHidden(name)}
              value={values().get(name) ?? ''}
              ref={(box) => index() === 0 && queueMicrotask(() => box.focus())}
              onInput={(value) => setValues((others) => new Map(others).set(name, value))}
            />
          )}
        </For>
        <div class="dialog-foot">
          <button type="submit" class="button primary">
            {t('Put into the message')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
