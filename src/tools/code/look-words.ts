import type { PageLine, PageLook } from './page-port.ts'

/** Characters of console output, and of words on the page, that the model gets. */
const MOST_OUTPUT = 8000
const MOST_TEXT = 1500

/** The result of running the page, in words for the model. */
export function lookWords(look: PageLook): string {
  switch (look.end) {
    case 'nobody':
      return 'Its scripts were not run: nobody has this conversation in view now. Show it again later to see its console and errors.'
    case 'not-allowed':
      return 'Its scripts have not run: the person must press "Run scripts" once. After that, show_artifact runs the page and returns console, errors and a picture.'
    case 'typing':
      return 'Its scripts were not run now, because the person is typing. Show it again to see its console and errors.'
    case 'unreadable':
      return 'Its scripts were not run: the page cannot be shown.'
    default:
      return [endWords[look.end], consoleWords(look.lines, look.more), textWords(look.text)]
        .filter(Boolean)
        .join('\n\n')
  }
}

const endWords = {
  ran: 'It ran.',
  silent: 'It stopped responding and was removed: an endless loop, a flood of messages, or too much memory.',
  taken: 'It was stopped, because it took the keyboard from the person.',
} as const

function consoleWords(lines: readonly PageLine[], more: number): string {
  const errors = lines.filter(({ level }) => level === 'error').length
  if (lines.length === 0) return 'Console: nothing. No errors.'
  const head =
    errors === 0 ? 'Console (no errors):' : errors === 1 ? 'Console (1 error):' : `Console (${errors} errors):`
  const text = lines.map((line) => (line.level === 'log' ? line.text : `${line.level}: ${line.text}`)).join('\n')
  const cut = text.length > MOST_OUTPUT ? `${text.slice(0, MOST_OUTPUT)}…` : text
  return `${head}\n${cut}${more > 0 ? `\n… and ${more} more lines.` : ''}`
}

const textWords = (text: string): string => {
  const short = text.trim().slice(0, MOST_TEXT)
  return short === '' ? 'The page shows no text.' : `Text on the page:\n${short}`
}
