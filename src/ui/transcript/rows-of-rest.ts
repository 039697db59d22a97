import { type Accessor, createSignal } from 'solid-js'
import type { VirtualizerHandle } from 'virtua/solid'

/** How far beyond the view rows are in the page, in pixels. */
export const NEAR_VIEW = 400

type RowsOfRest = { rows: Accessor<readonly number[]>; rest: (list: VirtualizerHandle) => void }

/**
 * The rows in and near the view when it last came to rest. While it scrolls down, which it does with each line that streams in, the list gives
 * up what is above the view, and makes it again, formatted, when it rests: rows that are kept in the page are spared both.
 */
export const rowsOfRest = (): RowsOfRest => {
  const [rows, setRows] = createSignal<readonly number[]>([])
  return {
    rows,
    rest: (list) => {
      const first = list.findItemIndex(Math.max(0, list.scrollOffset - NEAR_VIEW))
      const last = list.findItemIndex(list.scrollOffset + list.viewportSize + NEAR_VIEW)
      setRows(Array.from({ length: last - first + 1 }, (_, k) => first + k))
    },
  }
}
