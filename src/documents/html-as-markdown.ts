import { documentOf } from '../tools/web/page-document.ts'
import { baseOf, markdownOf, withoutNoise } from '../tools/web/readable.ts'

/** All text of an HTML file as Markdown: unlike in a web page, nothing is dropped as a frame around the article. */
export function htmlAsMarkdown(html: string): string {
  const document = documentOf(html)
  return markdownOf(withoutNoise(document), baseOf(document, 'file:///'))
}
