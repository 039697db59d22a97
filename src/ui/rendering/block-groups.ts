/**
 * Where the blocks of a long text stand: the first ones in the text itself, later ones in groups. A browser looks at every block of a page for each
 * frame; of a group that is out of view it looks at none.
 */

const GROUP = 'md-group'
/** Blocks of one group, and of the text itself before the first. */
const MOST = 40

let laidOut: ResizeObserver | undefined

/** Puts a block at the end of the text, `before` what stands behind all of its blocks. */
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

/** What is full keeps its height from now on while nobody sees it: it has one as soon as it was laid out. */
function rest(group: Element): void {
  laidOut ??= new ResizeObserver((entries) => {
    const sizes = entries.map(({ target, contentRect }) => ({
      target: target as HTMLElement,
      height: contentRect.height,
    }))
    for (const { target } of sizes) laidOut?.unobserve(target)
    // not at once: what is observed around it would be told of a change that it has brought about itself
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
