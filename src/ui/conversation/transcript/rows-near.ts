import type { VirtualizerHandle } from 'virtua/solid'

/** How far beyond the view rows stay in the page, in px. */
export const NEAR_VIEW = 400

/** Rows in or near the view, in order; at least one. */
export const rowsNear = (list: VirtualizerHandle): number[] => {
  const first = list.findItemIndex(Math.max(0, list.scrollOffset - NEAR_VIEW))
  const last = list.findItemIndex(list.scrollOffset + list.viewportSize + NEAR_VIEW)
  return Array.from({ length: last - first + 1 }, (_, k) => first + k)
}
