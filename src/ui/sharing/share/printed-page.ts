import './printed.css'
import '../../rendering/code.css'
import '../../rendering/markdown.css'
import type { Message } from '../../../agent/message.ts'
import type { ShareContents } from '../../../protocol/share.ts'
import { nextTask } from '../../base/kit/next-task.ts'
import type { ShareSource } from '../../base/state/share.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { locale } from '../../base/words/language.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { markdownElement } from '../../rendering/markdown.ts'
import { setFormulas } from '../../rendering/math.ts'
import type { PointedFiles } from '../../rendering/pointed/pointed-files.ts'
import { PICTURE } from './as-html.ts'
import { makeCarriedFiles } from './carried-files.ts'
import { begun, endOf, nameOf, type Part, partsOf, when } from './parts.ts'
import { type PrintPart, partWords } from './print-parts.ts'

/** Prints messages and attachments. Steps and thoughts are left to the screen and to shared files. */
const WISH = { thinking: false, calls: false, attached: true, files: false }

/**
 * A part of a conversation, usually all of it, rendered for the printer only: the page itself holds only the rows near
 * the view. It is added at the page’s end, invisible on screen. Keys and taps are handled first while it is rendered.
 * Rejects when `signal` aborts, and removes everything then.
 */
export async function makePrintedPage(
  source: ShareSource,
  contents: ShareContents,
  part: PrintPart,
  { told, signal }: { told: (rows: number) => void; signal: AbortSignal },
): Promise<{ remove: () => void }> {
  const element = made('div', 'printed')
  element.lang = locale()
  const urls: string[] = []
  const urlOf = (bytes: Uint8Array, type: string): string => {
    const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }))
    urls.push(url)
    return url
  }
  const carried = makeCarriedFiles(source, contents.files, { urlOf, links: false })
  const remove = (): void => {
    element.remove()
    for (const url of urls) URL.revokeObjectURL(url)
  }
  try {
    element.append(...heading(contents, part))
    let rows = 0
    for (let from: number | null = part.from; from !== null && from < part.to; ) {
      const page: Awaited<ReturnType<ShareSource['rows']>> = await source.rows(from)
      for (const row of page.rows) {
        await carried.load(row)
        element.append(...(await message(row, { bytes: source.bytes, urlOf, pointed: carried.files })))
        told(++rows)
        await nextTask()
        signal.throwIfAborted()
      }
      from = page.next
    }
    if (element.querySelector('var, samp') !== null) await formulas(element)
    document.body.append(element)
    await Promise.allSettled([
      document.fonts.ready,
      ...[...element.querySelectorAll('img')].map((image) => image.decode()),
    ])
    signal.throwIfAborted()
    return { remove }
  } catch (error) {
    remove()
    throw error
  }
}

const heading = (
  { title, createdAt, model, count, damaged }: ShareContents,
  { from, to }: PrintPart,
): HTMLElement[] => [
  made('h1', '', showHidden(sessionTitle(title))),
  made('p', 'note', begun(createdAt, model)),
  ...(from === 0 && to >= count + damaged ? [] : [made('p', 'note', partWords({ from, to }, count + damaged))]),
]

type PrintTools = {
  bytes: ShareSource['bytes']
  urlOf: (bytes: Uint8Array, type: string) => string
  pointed: PointedFiles
}

/** A row without messages is not printed, for example a step between two answers. */
async function message(row: Message, tools: PrintTools): Promise<HTMLElement[]> {
  const parts: HTMLElement[] = []
  for (const each of partsOf(row, WISH)) parts.push(await part(each, row.role === 'user', tools))
  if (parts.length === 0) return []
  const article = made('article', row.role)
  const head = made('h2', '', `${t(nameOf(row))} `)
  head.append(made('time', '', when(row.timestamp)))
  const note = endOf(row)
  article.append(head, ...parts, ...(note === '' ? [] : [made('p', 'note', t(note))]))
  return [article]
}

async function part(each: Part, own: boolean, tools: PrintTools): Promise<HTMLElement> {
  switch (each.type) {
    case 'text': {
      if (own) return made('p', 'plain', showHidden(each.text))
      const element = markdownElement(each.text, each.marks, tools.pointed)
      element.className = 'markdown'
      return element
    }
    case 'sources': {
      const list = made('ol', 'note')
      list.append(...each.sources.map(({ url, title }) => made('li', '', showHidden(title ? `${title}, ${url}` : url))))
      return list
    }
    case 'attached': {
      const bytes = each.image !== null && PICTURE.test(each.mediaType) ? await tools.bytes(each.image) : null
      if (bytes === null) return made('p', 'note', showHidden(each.text))
      const image = document.createElement('img')
      image.src = tools.urlOf(bytes, each.mediaType)
      image.alt = each.text
      return image
    }
    default:
      return made('p', 'note', '')
  }
}

/** Their code may still be loading. */
const formulas = (element: HTMLElement): Promise<void> =>
  new Promise((resolve) => {
    setFormulas(element, () => {
      setFormulas(element, () => {})
      resolve()
    })
    if (element.querySelector('.formula > *') !== null) resolve()
  })

function made(tag: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className !== '') element.className = className
  element.textContent = text
  return element
}
