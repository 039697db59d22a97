import { createMemo, For, type JSX } from 'solid-js'

/**
 * As `For`, for what the worker tells anew as a whole: the elements of one stay for as long as its id is there, and the
 * focus in them.
 */
export function ById<Item extends { id: string }>(props: {
  each: readonly Item[]
  children: (item: () => Item) => JSX.Element
}): JSX.Element {
  return (
    <For each={props.each.map(({ id }) => id)}>
      {(id) => {
        const found = (): Item | undefined => props.each.find((item) => item.id === id)
        // one that goes may be asked for once more
        return props.children(createMemo((before) => found() ?? before, found() as Item))
      }}
    </For>
  )
}
