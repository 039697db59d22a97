/**
 * Makes the children of `target` equal to those of `source` and keeps nodes that are equal already, so that a growing
 * paragraph costs one changed text node. `source` is used up.
 */
export function morphChildren(target: Node, source: Node): void {
  let mine = target.firstChild
  let theirs = source.firstChild
  while (theirs) {
    const next = theirs.nextSibling
    if (!mine) target.appendChild(theirs)
    else {
      const after: ChildNode | null = mine.nextSibling
      if (!morphNode(mine, theirs)) target.replaceChild(theirs, mine)
      mine = after
    }
    theirs = next
  }
  while (mine) {
    const after: ChildNode | null = mine.nextSibling
    mine.remove()
    mine = after
  }
}

function morphNode(mine: Node, theirs: Node): boolean {
  if (mine.nodeType !== theirs.nodeType || mine.nodeName !== theirs.nodeName) return false
  if (mine instanceof Text && theirs instanceof Text) {
    if (theirs.data !== mine.data) extend(mine, theirs.data)
    return true
  }
  if (!(mine instanceof Element) || !(theirs instanceof Element) || !sameAttributes(mine, theirs)) return false
  morphChildren(mine, theirs)
  return true
}

/** Appending keeps a selection in the text before. */
function extend(text: Text, next: string): void {
  if (next.startsWith(text.data)) text.appendData(next.slice(text.data.length))
  else text.data = next
}

/** An element that the person opened stays open. */
const told = (element: Element): Attr[] => [...element.attributes].filter(({ name }) => name !== 'open')

function sameAttributes(a: Element, b: Element): boolean {
  const mine = told(a)
  return mine.length === told(b).length && mine.every(({ name, value }) => b.getAttribute(name) === value)
}
