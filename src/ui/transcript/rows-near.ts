import type { VirtualizerHandle } from 'virtua/solid'

/** How far beyond the view rows are in the page, in pixels. */
export const NEAR_VIEW = 400

/** The rows in or near the view, in their order; at least one. */
export const rowsNear = (list: VirtualizerHandle): number[] => {
  const first = list.findItemIndex(Math.max(0, list.scrollOffset - NEAR_VIEW))
  const last = list.findItemIndex(list.scrollOffset + list.viewportSize + NEAR_VIEW)
  return Array.from({ length: last - first + 1 }, (_, k) => first + k)
}
