/**
 * The elements that hold the blocks of a long text: the text itself for the first blocks, groups for later ones. A
 * browser looks at every block of a page for each frame, but at none inside a group that is out of view.
 */

const GROUP = 'md-group'
/** Blocks of one group, and of the text itself before the first group. */
const MOST = 40

let laidOut: ResizeObserver | undefined

/** Adds a block at the end of the text. `before`: the first element after its blocks. */
export function placeBlock(host: HTMLElement, block: Element, before: Element | null): void {
  const end = before === null ? host.lastElementChild : before.previousElementSibling
  if (end?.className === GROUP && end.childElementCount < MOST) return void end.append(block)
  if (end?.className !== GROUP && host.childElementCount < MOST) return void host.insertBefore(block, before)
  if (end?.className === GROUP) rest(end)
  const group = document.createElement('div')
  group.className = GROUP
  group.append(block)
  host.insertBefore(group, before)
}

/** All blocks of the text, in order. */
export const blocksIn = (host: HTMLElement): Element[] =>
  [...host.children].flatMap((child) => (child.className === GROUP ? [...child.children] : [child]))

/** A full group keeps its height from now on while it is out of view: it has one as soon as it was laid out. */
function rest(group: Element): void {
  laidOut ??= new ResizeObserver((entries) => {
    const sizes = entries.map(({ target, contentRect }) => ({
      target: target as HTMLElement,
      height: contentRect.height,
    }))
    for (const { target } of sizes) laidOut?.unobserve(target)
    // In the next frame: an observer would otherwise report a change that it caused itself.
    requestAnimationFrame(() => {
      for (const { target, height } of sizes)
        if (height > 0) {
          target.style.containIntrinsicBlockSize = `auto ${height}px`
          target.style.contentVisibility = 'auto'
        }
    })
  })
  laidOut.observe(group)
}
