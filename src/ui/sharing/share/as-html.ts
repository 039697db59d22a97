import type { Message } from '../../../agent/message.ts'
import type { SourceMark } from '../../../agent/sources.ts'
import type { ShareContents } from '../../../protocol/share.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { locale } from '../../base/words/language.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { linkWords } from '../../rendering/link-words.ts'
import { answererOf, begun, endOf, nameOf, type Part, partsOf, type SharedFile, type Wish, when } from './parts.ts'
import { STYLE } from './style.ts'

/**
 * A conversation as a self-contained page: no script, nothing from the network, and a policy that forbids both.
 * `render` gives sanitised HTML of Markdown, `imageOf` the data of an image or a recording; all other text is escaped
 * here.
 */
export type HtmlTools = {
  render: (markdown: string, marks?: readonly SourceMark[]) => string
  imageOf: (blob: string) => string | undefined
}

/** `styleHash`: SHA-256 of STYLE in base64. */
export const head = ({ title, createdAt, model }: ShareContents, styleHash: string): string => `<!doctype html>
<html lang="${locale()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; media-src data:; form-action 'none'; base-uri 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(sessionTitle(title))}</title>
<style>${STYLE}</style>
</head>
<body>
<header><h1>${escaped(sessionTitle(title))}</h1><p class="note">${escaped(begun(createdAt, model))}</p></header>
<main>
`
export const end = '</main>\n</body>\n</html>\n'

export function message(row: Message, wish: Wish, tools: HtmlTools): string {
  const parts = partsOf(row, wish).map((each) => part(each, row.role === 'user', tools))
  const by = answererOf(row)
  if (by !== '') parts.unshift(`<p class="note">${escaped(by)}</p>`)
  const note = endOf(row)
  if (note !== '') parts.push(`<p class="note">${t(note)}</p>`)
  return `<article class="${row.role}"><h2>${t(nameOf(row))} <time>${when(row.timestamp)}</time></h2>\n${parts.join('\n')}\n</article>\n`
}

function part(each: Part, own: boolean, { render, imageOf }: HtmlTools): string {
  switch (each.type) {
    case 'text':
      return own
        ? `<p class="plain">${escaped(each.text)}</p>`
        : `<div class="markdown">${render(each.text, each.marks)}</div>`
    case 'thinking':
      return `<details><summary>${t('Thinking')}</summary><p class="plain">${escaped(each.text)}</p></details>`
    case 'attached': {
      const blob = each.image ?? each.sound
      const data = blob === null ? undefined : imageOf(blob)
      if (each.sound !== null && data !== undefined)
        return `<p class="note">${escaped(each.text)}</p><audio controls preload="none" src="${escaped(data)}"></audio>`
      return data === undefined
        ? `<p class="note">${escaped(each.text)}</p>`
        : `<img alt="${escaped(each.text)}" src="${escaped(data)}">`
    }
    case 'sources':
      return `<p class="note">${t('Sources')}</p><ol class="sources">${each.sources.map(source).join('')}</ol>`
    case 'code-run':
      return `<details open><summary>${t('Code run by the provider')}${each.failed ? ` (${t('error')})` : ''}</summary><pre>${escaped(each.code)}</pre>${
        each.output === null || each.output === '' ? '' : `<pre>${escaped(each.output)}</pre>`
      }</details>`
    case 'call':
      return `<details><summary>${escaped(each.name)} (${t(each.status)})</summary><pre>${escaped(each.args)}</pre>${
        each.result === '' ? '' : `<pre>${escaped(each.result)}</pre>`
      }</details>`
  }
}

function source({ url, title }: { url: string; title?: string | undefined }): string {
  const to = new URL(url)
  const words = showHidden(title ?? to.host)
  const { place } = linkWords(words, to)
  const host = place === null ? '' : ` <bdi class="link-host">(${escaped(showHidden(place))})</bdi>`
  return `<li><a href="${escaped(to.href)}" rel="noopener noreferrer"><bdi>${escaped(words)}</bdi>${host}</a></li>`
}

export const filesHead = (): string => `<h2 class="files">${t('Files')}</h2>\n`
export function file({ path, size, mediaType, text, base64 }: SharedFile): string {
  const name = `${escaped(path)} <span class="note">${t('{n} bytes', { n: size })}</span>`
  if (text !== null) return `<details class="file"><summary>${name}</summary><pre>${escaped(text)}</pre></details>\n`
  if (base64 === null) return `<p class="file">${name} <span class="note">${t('not in this file')}</span></p>\n`
  const shown = PICTURE.test(mediaType)
    ? `<details class="file"><summary>${name}</summary><img alt="${escaped(path)}" src="data:${mediaType};base64,${base64}"></details>\n`
    : null
  return (
    shown ??
    `<p class="file">${name} <a download="${escaped(path.split('/').at(-1) ?? 'file')}" href="data:application/octet-stream;base64,${base64}">${t('Save')}</a></p>\n`
  )
}

/** Image types without active content. */
export const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/
/** Audio types that browsers play. */
export const SOUND = /^audio\/(wav|mpeg|ogg|flac|aac|mp4|webm)$/

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
