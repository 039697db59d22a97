import type { Message } from '../../agent/message.ts'
import type { ShareContents } from '../../protocol/share-view.ts'
import { endOf, nameOf, type Part, partsOf, type SharedFile, type Wish, when } from './parts.ts'

/** A conversation as Markdown, piece by piece. */

export const head = ({ title, createdAt, model }: ShareContents): string =>
  `# ${oneLine(title)}\n\nBegun ${when(createdAt)} UTC${model === '' ? '' : `, ${oneLine(model)}`}. Written by Reflexor.\n`

export function message(row: Message, wish: Wish): string {
  const parts = partsOf(row, wish).map(part)
  const end = endOf(row)
  if (end !== '') parts.push(`*${end}*`)
  return `\n## ${nameOf(row)}\n\n${parts.join('\n\n')}\n`
}

function part(each: Part): string {
  switch (each.type) {
    case 'text':
      return each.text.trim()
    case 'thinking':
      return `> **Thinking**\n>\n${quoted(each.text.trim())}`
    case 'attached':
      return `*${each.text}*`
    case 'call':
      return [
        `**${oneLine(each.name)}** (${each.status})`,
        fenced(each.args, 'json'),
        ...(each.result === '' ? [] : [fenced(each.result)]),
      ].join('\n\n')
  }
}

export const filesHead = '\n# Files\n'
export const file = ({ path, size, text }: SharedFile): string =>
  `\n## ${oneLine(path)}\n\n${text === null ? `*Not text, ${size} bytes: not in this file.*` : fenced(text, languageOf(path))}\n`

const languageOf = (path: string): string => /\.([A-Za-z0-9]{1,10})$/.exec(path)?.[1] ?? ''
const quoted = (text: string): string => text.replace(/^/gm, '> ')
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** A fence that nothing in the text can close. */
function fenced(text: string, language = ''): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, ticks) => Math.max(most, ticks.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}
