/** A place at least this far from the edges of the view is not moved, in px. */
const EDGE = 64

/**
 * Returns true if the place is already visible; else scrolls it into the upper half of the view, as far as the list
 * allows. Scrolling boxes around it are scrolled, too.
 */
export function bringTo(scroller: HTMLElement, place: Range | HTMLElement): boolean {
  const inside = place instanceof Range ? scrollAround(scroller, place) : true
  const view = scroller.getBoundingClientRect()
  const found = place.getBoundingClientRect()
  const bottom = place instanceof Range ? found.bottom : found.top
  if (found.top >= view.top + EDGE && bottom <= view.bottom - EDGE) return inside
  const before = scroller.scrollTop
  scroller.scrollTop += found.top - view.top - view.height / 3
  return Math.abs(scroller.scrollTop - before) < 1 && inside
}

/** Long texts and wide tables scroll by themselves. Returns whether nothing had to move. */
function scrollAround(scroller: HTMLElement, place: Range): boolean {
  let isStill = true
  for (let box = place.startContainer.parentElement; box !== null && box !== scroller; box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight && box.scrollWidth <= box.clientWidth) continue
    const view = box.getBoundingClientRect()
    const found = place.getBoundingClientRect()
    const [top, left] = [box.scrollTop, box.scrollLeft]
    if (found.top < view.top || found.bottom > view.bottom) box.scrollTop += found.top - view.top - view.height / 3
    if (found.left < view.left || found.right > view.right) box.scrollLeft += found.left - view.left - view.width / 3
    if (box.scrollTop !== top || box.scrollLeft !== left) isStill = false
  }
  return isStill
}
