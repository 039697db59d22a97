import { parseHTML } from 'linkedom/worker'
import { markdownOf, withoutNoise } from '../tools/web/readable.ts'

/** All that an HTML file says, as Markdown: unlike of a web page, nothing of it is taken for a frame around the article. */
export function htmlAsMarkdown(html: string): string {
  const whole = /<(html|body)[\s>]/i.test(html) ? html : `<!doctype html><html><body>${html}</body></html>`
  const document = parseHTML(whole).document as never
  return markdownOf(withoutNoise(document), 'file:///', document)
}
