import type { Input } from '../../agent/input.ts'
import { type PlainPhrase, t } from '../words/t.ts'

/** What happened, for people: each kind of input in a few words. */
const WORDS: Record<Input['type'], PlainPhrase> = {
  'session-create': 'The session began',
  'session-branch': 'A copy went its own way',
  'session-detach': 'It became a conversation of its own',
  'session-record': 'It became a recording',
  'session-keep-private': 'It holds material from elsewhere',
  'session-drop-summary': 'The imported summary was dropped',
  'user-send-message': 'You wrote',
  'user-cancel-queued': 'You took back a waiting message',
  'user-change-queued': 'You changed a waiting message',
  'user-abort': 'You stopped it',
  'user-retry': 'You asked again',
  'user-continue': 'You let it go on',
  'user-configure': 'The settings changed',
  'user-name-session': 'The session was named',
  'user-delete-session': 'The session was deleted',
  'user-restore-session': 'The session was restored',
  'user-decide-tool-call': 'You decided about a tool call',
  'user-settle-tool-call': 'You answered for a tool call',
  'user-compact': 'You asked for a summary',
  'user-edit-summary': 'You changed the summary',
  'user-undo-summary': 'You took the summary back',
  'user-load-tool-call': 'You brought a result back',
  'user-expand-history': 'You brought older messages back',
  'user-change-files': 'You changed files',
  'brain-send-message-start': 'The model was asked',
  'brain-call-tools': 'The model called tools',
  'brain-send-message-complete': 'The answer was complete',
  'brain-fail': 'The answer broke off',
  'brain-load-tool-call': 'The model looked up a result',
  'brain-expand-history': 'The model looked up older messages',
  'brain-search-history': 'The model searched the history',
  'brain-prune-history': 'Old results were shortened',
  'brain-compress-history': 'Older messages were summarized',
  'brain-fail-compress': 'The summary failed',
  'brain-begin-naming': 'A name was asked for',
  'brain-name-session': 'The session was named',
  'toolkit-start': 'A tool began',
  'toolkit-respond': 'A tool gave its result',
  'toolkit-error': 'A tool failed',
  'toolkit-interrupt': 'A tool broke off',
  'toolkit-wait': 'A tool waits',
  'clock-reach': 'A wait was over',
  'effect-lost': 'Work was lost',
}

/** One of a later version keeps its own name. */
export const inputWords = (type: string): string =>
  Object.hasOwn(WORDS, type) ? t(WORDS[type as Input['type']]) : type
