import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** The elements of a page that need files, where they are in its text. */

type Range = { from: number; to: number }
/** `value`: as the browser reads it. The range is that of the whole attribute. */
export type Attribute = Range & { value: string }
export type PageTag = {
  name: string
  attributes: ReadonlyMap<string, Attribute>
  /** The whole element. */
  whole: Range
  /** What is between its tags. */
  inside: Range
}

const NAMES = new Set(
  'script style link img source video audio input image use object embed iframe base track'.split(' '),
)

/** In the order of the text. `styled`: style attributes of any element. */
export function pageTags(html: string): { tags: PageTag[]; styled: Attribute[] } {
  const tags: PageTag[] = []
  const styled: Attribute[] = []
  const open: DefaultTreeAdapterTypes.ChildNode[] = [...parse(html, { sourceCodeLocationInfo: true }).childNodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!('tagName' in node)) continue
    if ('content' in node) open.push(...node.content.childNodes)
    open.push(...node.childNodes)
    const place = node.sourceCodeLocation
    if (!place?.startTag) continue
    const attributes = new Map<string, Attribute>()
    for (const { name, value, prefix } of node.attrs) {
      const written = prefix ? `${prefix}:${name}` : name
      const at = place.attrs?.[written] ?? place.attrs?.[name]
      if (at) attributes.set(written, { value, from: at.startOffset, to: at.endOffset })
    }
    const style = attributes.get('style')
    if (style?.value.includes('url(')) styled.push(style)
    if (!NAMES.has(node.tagName)) continue
    const from = place.startTag.endOffset
    const whole = { from: place.startTag.startOffset, to: place.endTag?.endOffset ?? from }
    tags.push({
      name: node.tagName,
      attributes,
      whole,
      inside: { from, to: place.endTag?.startOffset ?? (node.childNodes.length > 0 ? place.endOffset : from) },
    })
  }
  return { tags: tags.sort((a, b) => a.whole.from - b.whole.from), styled }
}
