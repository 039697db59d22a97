import './edited-list.css'
import { createMemo, createSignal, type JSX } from 'solid-js'
import { t } from '../words/t.ts'
import { TextField } from './TextField.tsx'

/** A form for an item with a name. Nothing is applied before Save; problems are shown after the first try. */
export function NamedForm(props: {
  label: string
  name: string
  placeholder: string
  /** Names in use, and the message if one of them is entered. */
  taken: readonly string[]
  takenWords: string
  /** The problem of the other fields; undefined: none. */
  problem?: string | undefined
  /** The other fields. `tried`: Save was pressed. */
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
