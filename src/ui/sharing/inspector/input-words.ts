import type { Input } from '../../../agent/input.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'

/** Each kind of input in a few words, for people. */
const WORDS: Record<Input['type'], PlainPhrase> = {
  'session-create': 'The session began',
  'session-branch': 'A copy was branched off',
  'session-detach': 'It became a separate session',
  'session-release': 'The session it helped stopped waiting for it',
  'session-record': 'It became a recording',
  'session-keep-private': 'It contains imported material',
  'session-drop-summary': 'The imported summary was dropped',
  'user-send-message': 'You wrote',
  'user-cancel-queued': 'You removed a queued message',
  'user-change-queued': 'You edited a queued message',
  'user-abort': 'You stopped it',
  'user-retry': 'You asked again',
  'user-continue': 'You continued it',
  'user-configure': 'The settings changed',
  'user-name-session': 'The session was named',
  'user-delete-session': 'The session was deleted',
  'user-restore-session': 'The session was restored',
  'user-decide-tool-call': 'You approved or denied a tool call',
  'user-settle-tool-call': 'You answered a tool call',
  'user-compact': 'You asked for a summary',
  'user-edit-summary': 'You changed the summary',
  'user-undo-summary': 'You undid the summary',
  'user-load-tool-call': 'You loaded an earlier result',
  'user-expand-history': 'You loaded earlier messages',
  'user-change-files': 'You changed files',
  'brain-send-message-start': 'The model was asked',
  'brain-call-tools': 'The model called tools',
  'brain-send-message-complete': 'The answer was complete',
  'brain-fail': 'The answer was interrupted',
  'brain-load-tool-call': 'The model looked up a result',
  'brain-expand-history': 'The model looked up older messages',
  'brain-search-history': 'The model searched the history',
  'brain-prune-history': 'Old results were shortened',
  'brain-compress-history': 'Older messages were summarized',
  'brain-fail-compress': 'The summary failed',
  'brain-begin-naming': 'A name was requested',
  'brain-name-session': 'The session was named',
  'toolkit-start': 'A tool started',
  'toolkit-respond': 'A tool returned its result',
  'toolkit-error': 'A tool failed',
  'toolkit-interrupt': 'A tool was interrupted',
  'toolkit-wait': 'A tool is waiting',
  'clock-reach': 'A wait ended',
  'effect-lost': 'Work was lost',
}

/** An input of a later version keeps its own name. */
export const inputWords = (type: string): string =>
  Object.hasOwn(WORDS, type) ? t(WORDS[type as Input['type']]) : type
