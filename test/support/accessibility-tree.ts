import type { Page } from 'playwright-core'

/** Roles that carry no name of their own, or whose text is read with their parent. */
const QUIET = new Set(
  'generic none presentation paragraph strong emphasis code LabelText StaticText InlineTextBox LineBreak ListMarker'.split(
    ' ',
  ),
)
/** Choices of a select, which are read only while it is open. */
const CHOICES = 'MenuListPopup'

type Node = Awaited<ReturnType<typeof wholeTree>>[number]

/**
 * Chromium’s accessibility tree below the first node of this role (and name), as `role "name"` lines in reading order,
 * two spaces for each level. Throws if there is no such node.
 */
export async function accessibilityTree(page: Page, role: string, name?: string): Promise<string[]> {
  const nodes = await wholeTree(page)
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const top = nodes.find(
    (node) => !node.ignored && node.role?.value === role && (name === undefined || node.name?.value === name),
  )
  if (top === undefined) throw new Error(`No ${role} in the accessibility tree`)
  const lines: string[] = []
  const add = (node: Node | undefined, depth: number): void => {
    const kind = node?.role?.value
    if (node === undefined || kind === CHOICES) return
    const counts = !node.ignored && !QUIET.has(kind)
    if (counts) lines.push(`${'  '.repeat(depth)}${kind}${node.name?.value ? ` "${node.name.value}"` : ''}`)
    for (const child of node.childIds ?? []) add(byId.get(child), counts ? depth + 1 : depth)
  }
  add(top, 0)
  return lines
}

/**
 * Records from now on what the live regions of this page say: each text that one of them comes to show, in order. Ends
 * with the page.
 */
export async function listenToLiveRegions(page: Page): Promise<() => Promise<string[]>> {
  const heard = await page.evaluateHandle(() => {
    const REGIONS = '[role="status"], [role="alert"], [role="log"], [aria-live]'
    const said: string[] = []
    const before = new WeakMap<Element, string>()
    const look = (): void => {
      for (const region of document.querySelectorAll(REGIONS)) {
        if (region.getAttribute('aria-live') === 'off') continue
        const text = (region.textContent ?? '').trim()
        if (text !== '' && text !== before.get(region)) said.push(text)
        before.set(region, text)
      }
    }
    look()
    said.length = 0
    new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true })
    return said
  })
  return () => heard.jsonValue()
}

async function wholeTree(page: Page) {
  const session = await page.context().newCDPSession(page)
  try {
    const { nodes } = await session.send('Accessibility.getFullAXTree')
    return nodes
  } finally {
    await session.detach()
  }
}
