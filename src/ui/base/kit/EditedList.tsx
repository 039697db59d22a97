import './edited-list.css'
import { createSignal, type JSX, Show } from 'solid-js'
import { unwrap } from 'solid-js/store'
import { t } from '../words/t.ts'
import { ById } from './ById.tsx'
import { keepFocus } from './keep-focus.ts'
import { VisibleText } from './VisibleText.tsx'

/** What a form is given that edits one item. */
export type Edited<Item> = {
  item: Item
  /** Names that others have. */
  taken: readonly string[]
  onSave: (item: Item) => Promise<unknown>
  onCancel: () => void
}

/**
 * Things of the person's own, each a card with its name and first words; one at a time is open in a form, a new one
 * too.
 */
export function EditedList<Item extends { id: string; name: string }>(props: {
  label: string
  items: readonly Item[]
  words: (item: Item) => string
  /** The names of the buttons of one. */
  edit: (name: string) => string
  delete: (name: string) => string
  /** The words on the button for a new one, and the new one. */
  add: string
  fresh: () => Item
  form: (edited: Edited<Item>) => JSX.Element
  /** Saves the whole list. If it is refused, `items` and the form stay as they were. */
  onKeep: (items: Item[]) => Promise<unknown>
  onDelete: (item: Item, rest: Item[], before: Item[]) => void
}): JSX.Element {
  const [edited, setEdited] = createSignal<Item | null>(null)
  let list: HTMLUListElement | undefined
  let add: HTMLButtonElement | undefined
  /** The form goes with the button that was pressed in it: on from where it was opened. */
  const close = (id: string): void => {
    const pressed = document.activeElement
    setEdited(null)
    keepFocus(pressed, () => buttonOf(id))
  }
  const buttonOf = (id: string | undefined): HTMLButtonElement | null =>
    list?.querySelector<HTMLButtonElement>(`[data-item="${id}"]`) ?? add ?? null
  /** Copies, because store objects change later and cannot be posted to the worker. */
  const all = (): Item[] => props.items.map((item) => structuredClone(unwrap(item)))
  const save = async (item: Item): Promise<void> => {
    const known = props.items.some(({ id }) => id === item.id)
    await props.onKeep(known ? all().map((other) => (other.id === item.id ? item : other)) : [...all(), item])
    if (JSON.stringify(props.items.find(({ id }) => id === item.id)) === JSON.stringify(item)) close(item.id)
  }
  return (
    <>
      <Show when={props.items.length > 0}>
        <ul ref={list} class="cards" aria-label={props.label}>
          <ById each={props.items}>
            {(item) => (
              <li class="card">
                <span class="card-words">
                  <strong>
                    <VisibleText text={item().name} />
                  </strong>
                  <span class="hint card-first-lines">{props.words(item())}</span>
                </span>
                <button
                  type="button"
                  class="button small"
                  data-item={item().id}
                  aria-label={props.edit(item().name)}
                  onClick={() => setEdited(() => structuredClone(unwrap(item())))}
                >
                  {t('Edit')}
                </button>
                <button
                  type="button"
                  class="button small ghost"
                  aria-label={props.delete(item().name)}
                  onClick={(event) => {
                    const before = all()
                    const place = before.findIndex((other) => other.id === item().id)
                    const next = before[place + 1] ?? before[place - 1]
                    keepFocus(event.currentTarget, () => buttonOf(next?.id))
                    const rest = before.filter((other) => other.id !== item().id)
                    props.onDelete(item(), rest, before)
                  }}
                >
                  {t('Delete')}
                </button>
              </li>
            )}
          </ById>
        </ul>
      </Show>
      <Show
        when={edited()}
        keyed
        fallback={
          <button ref={add} type="button" class="button" onClick={() => setEdited(props.fresh)}>
            {props.add}
          </button>
        }
      >
        {(item) =>
          props.form({
            item,
            taken: props.items.flatMap(({ id, name }) => (id === item.id ? [] : [name])),
            onSave: save,
            onCancel: () => close(item.id),
          })
        }
      </Show>
    </>
  )
}
