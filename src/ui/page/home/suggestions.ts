import type { PlainPhrase } from '../../base/words/t.ts'

/**
 * Examples of what the agent can do, each with the beginning of a message. It is put into the box to be finished;
 * nothing is sent.
 */
export type Suggestion = { kind: 'files' | 'code' | 'web' | 'page' | 'folder'; title: PlainPhrase; words: PlainPhrase }

const ALL: readonly Suggestion[] = [
  {
    kind: 'files',
    title: 'Write files',
    words: 'Write a one-page project plan as a Markdown file, with milestones and open questions. The project: ',
  },
  {
    kind: 'code',
    title: 'Run code',
    words: 'Work this out with JavaScript, and show the code that you ran: ',
  },
  {
    kind: 'web',
    title: 'Read the web',
    words: 'Read this page and tell me in five points what it says: https://',
  },
  {
    kind: 'page',
    title: 'Build a page',
    words: 'Build a small interactive page for me that I can use right here: ',
  },
  {
    kind: 'folder',
    title: 'Work in a folder',
    words:
      'I will link a folder of mine under Files. Ask me for it, then tell me what is in it and what is out of date.',
  },
]

/** `linksFolders`: this browser can give a page a folder on disk. */
export const suggestions = (linksFolders: boolean): readonly Suggestion[] =>
  ALL.filter(({ kind }) => kind !== 'folder' || linksFolders)
