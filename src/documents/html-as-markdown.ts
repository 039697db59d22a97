import { documentOf } from '../tools/web/page-document.ts'
import { baseOf, markdownOf, withoutNoise } from '../tools/web/readable.ts'

/** All that an HTML file says, as Markdown: unlike of a web page, nothing of it is taken for a frame around the article. */
export function htmlAsMarkdown(html: string): string {
  const document = documentOf(html)
  return markdownOf(withoutNoise(document), baseOf(document, 'file:///'))
}
