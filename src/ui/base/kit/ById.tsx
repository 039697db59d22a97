import { createMemo, For, type JSX } from 'solid-js'

/**
 * Like `For`, for lists that the worker sends as a whole: the elements of an item stay as long as its id does, and so
 * does the focus in them.
 */
export function ById<Item extends { id: string }>(props: {
  each: readonly Item[]
  children: (item: () => Item) => JSX.Element
}): JSX.Element {
  return (
    <For each={props.each.map(({ id }) => id)}>
      {(id) => {
        const found = (): Item | undefined => props.each.find((item) => item.id === id)
        // an item that is being removed may be read once more
        return props.children(createMemo((before) => found() ?? before, found() as Item))
      }}
    </For>
  )
}
