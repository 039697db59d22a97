import type { Message } from '../../../agent/message.ts'
import type { ShareContents } from '../../../protocol/share.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { t } from '../../base/words/t.ts'
import { addressOf, markedText } from './marked-text.ts'
import { answererOf, begun, endOf, nameOf, type Part, partsOf, type SharedFile, type Wish } from './parts.ts'

/** A conversation as Markdown, piece by piece. */

export const head = ({ title, createdAt, model }: ShareContents): string =>
  `# ${oneLine(sessionTitle(title))}\n\n${begun(createdAt, oneLine(model))}\n`

export function message(row: Message, wish: Wish): string {
  const parts = partsOf(row, wish).map(part)
  const by = answererOf(row)
  if (by !== '') parts.unshift(`*${plainWords(by)}*`)
  const end = endOf(row)
  if (end !== '') parts.push(`*${t(end)}*`)
  return `\n## ${t(nameOf(row))}\n\n${parts.join('\n\n')}\n`
}

function part(each: Part): string {
  switch (each.type) {
    case 'text':
      return (each.marks === undefined ? each.text : markedText(each.text, each.marks)).trim()
    case 'thinking':
      return `> **${t('Thinking')}**\n>\n${quoted(each.text.trim())}`
    case 'attached':
      return `*${each.text}*`
    case 'sources':
      return [`**${t('Sources')}**`, '', ...each.sources.map(source)].join('\n')
    case 'code-run':
      return [
        `**${t('Code run by the provider')}**${each.failed ? ` (${t('error')})` : ''}`,
        fenced(each.code, /^\w*$/.test(each.language) ? each.language : ''),
        ...(each.output === null || each.output === '' ? [] : [fenced(each.output)]),
      ].join('\n\n')
    case 'call':
      return [
        `**${oneLine(each.name)}** (${t(each.status)})`,
        fenced(each.args, 'json'),
        ...(each.result === '' ? [] : [fenced(each.result)]),
      ].join('\n\n')
  }
}

/** The address unchanged, with the characters escaped that could end it; the title as plain text. */
const source = ({ url, title }: { url: string; title?: string | undefined }, at: number): string => {
  const link = addressOf(url)
  return title === undefined ? `${at + 1}. ${link}` : `${at + 1}. ${plainWords(title)}: ${link}`
}
/** None of these characters has a meaning in Markdown. */
const plainWords = (text: string): string => oneLine(text).replaceAll(/[\\`*_{}[\]()<>#+!|~$^&]/g, '\\$&')

export const filesHead = (): string => `\n# ${t('Files')}\n`
export const file = ({ path, size, text }: SharedFile): string =>
  `\n## ${oneLine(path)}\n\n${text === null ? `*${t('Not text, {n} bytes: not in this file.', { n: size })}*` : fenced(text, languageOf(path))}\n`

const languageOf = (path: string): string => /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1] ?? ''
const quoted = (text: string): string => text.replace(/^/gm, '> ')
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A fence that no text inside can close. */
function fenced(text: string, language = ''): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}
