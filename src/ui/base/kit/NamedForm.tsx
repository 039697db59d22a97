import './edited-list.css'
import { createMemo, createSignal, type JSX } from 'solid-js'
import { t } from '../words/t.ts'
import { TextField } from './TextField.tsx'

/**
 * A form for something that has a name of its own. Nothing counts before it is saved; problems are shown from the first
 * try on.
 */
export function NamedForm(props: {
  label: string
  name: string
  placeholder: string
  /** Names that others have, and what is said where one of them is given. */
  taken: readonly string[]
  takenWords: string
  /** What is wrong in the other fields; undefined: nothing. */
  problem?: string | undefined
  /** The other fields. `tried`: it was to be saved. */
  children: (tried: () => boolean) => JSX.Element
  /** The name, without space around it. */
  onSave: (name: string) => void
  onCancel: () => void
}): JSX.Element {
  const [typed, setName] = createSignal(props.name)
  const [tried, setTried] = createSignal(false)
  const name = () => typed().trim()
  const problem = createMemo((): string | undefined => {
    if (name() === '') return t('Give it a name.')
    if (props.taken.includes(name())) return props.takenWords
    return name().length > 80 ? t('At most 80 characters.') : undefined
  })
  return (
    <form
      class="named-form"
      aria-label={props.label}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (problem() === undefined && props.problem === undefined) props.onSave(name())
      }}
    >
      <TextField
        label={t('Name')}
        value={typed()}
        placeholder={props.placeholder}
        problem={tried() ? problem() : undefined}
        ref={(box) => queueMicrotask(() => box.focus())}
        onInput={setName}
      />
      {props.children(tried)}
      <div class="row">
        <button type="submit" class="button small primary">
          {t('Save')}
        </button>
        <button type="button" class="button small ghost" onClick={() => props.onCancel()}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  )
}
