import type { Refusal } from '../../../protocol/refusals.ts'
import { said } from './said.ts'
import { sentences } from './sentences.ts'
import { t } from './t.ts'

/** Why a request was refused, in the person's language. Loaded with the first refusal. */
export function refusalWords(refusal: Refusal): string {
  switch (refusal.code) {
    case 'session-gone':
      return t('This session no longer exists.')
    case 'session-unreadable':
      return t('This session can’t be read right now.')
    case 'nothing-before':
      return t('There is nothing before this input.')
    case 'no-such-input':
      return t('There is no such input in the journal.')
    case 'name-not-normal':
      return t('This file name is not in its normal form (Unicode NFC).')
    case 'file-too-large':
      return t('Files over 100 MB are not accepted.')
    case 'file-unreadable':
      return t('It can no longer be read. Choose it again.')
    case 'too-many-projects':
      return t('There are too many projects. Delete one first.')
    case 'project-gone':
      return t('This project was deleted.')
    case 'project-changed':
      return t('This project was changed elsewhere meanwhile. Review it, then save again.')
    case 'project-full':
      return t('A project holds 10,000 files at most.')
    case 'project-file-changed':
      return t('Nothing was changed, because a file has changed since. Look at it again.')
    case 'no-skill-file':
      return t('There is no SKILL.md in it.')
    case 'skill-archive-too-large':
      return t('This archive is too large to be a skill.')
    case 'skill-file-elsewhere':
      return t('The file “{name}” is not on this device.', refusal.values)
    case 'skill-gone':
      return t('This skill no longer exists.')
    case 'skill-changed':
      return t('This skill has changed since you read it. Read it again.')
    case 'skill-unread':
      return t('Read this skill before you turn it on.')
    case 'too-many-skills':
      return t('There is no room for another skill. Turn one off or delete one first.')
    case 'skill-name-taken':
      return t('A skill with this name already exists. Change the name in its first lines.')
    case 'no-skill-answered':
      return t('The model did not answer with a skill. Your text stays as it is.')
    case 'no-step-succeeded':
      return t('No step of this session has succeeded yet, so there is nothing to save.')
    case 'wrong-code-passphrase':
      return t('Wrong passphrase for this code.')
    case 'storage-connected':
      return t('A storage is already connected. Forget it first.')
    case 'unknown-engine':
      return t('This version of Reflexor doesn’t support this kind of storage. Update it.')
    case 'no-storage':
      return t('No storage is connected.')
    case 'storage-keys-lost':
      return t(
        'This storage’s keys can no longer be read on this device. Forget it and connect again with the recovery code.',
      )
    case 'device-name-taken':
      return t('Another device has this name. Choose a different one.')
    case 'storage-too-slow':
      return t('The storage took too long to answer. Try again.')
    case 'no-backup-folder':
      return t('Choose a folder for the backups first.')
    case 'folder-not-allowed':
      return t('The browser needs you to allow the folder again.')
    case 'backups-turned-off':
      return t('Backups were turned off during this one.')
    case 'nothing-to-export':
      return t('Nothing to export yet.')
    case 'export-too-large':
      return sentences([said(refusal.values.reason), t('Export the sessions one at a time.')])
    case 'no-sessions-in-archive':
      return t('This archive contains no sessions.')
    case 'not-damaged':
      return t('This session is not damaged. Delete it from its menu.')
    case 'another-tab-took-over':
      return t('Another tab has taken over. Try again.')
    case 'not-our-sign-in':
      return t('This isn’t a response to a sign-in from this app.')
    case 'server-gone':
      return t('This server was removed.')
    case 'server-name-taken':
      return t('There is a server named "{name}" already: its name stands before its tools\' names.', refusal.values)
    case 'sign-in-busy':
      return t('Another tab is busy with this sign-in. Try again.')
    case 'demo-has-no-settings':
      return t('The demo model needs no settings.')
    case 'only-openrouter':
      return t('Only OpenRouter supports this sign-in.')
    case 'sign-in-leads-elsewhere':
      return t('A sign-in must come back to this app.')
    case 'sign-in-not-pending':
      return t('This sign-in wasn’t started here, is finished, or was started again since.')
    case 'sign-in-without-code':
      return t('{host} sent no code: the sign-in was not approved.', refusal.values)
    case 'sign-in-unreadable':
      return t('The saved data for this sign-in can’t be read. Sign in again.')
    case 'wrong-passphrase':
      return t('Wrong passphrase.')
    case 'memory-changed':
      return t('Memory has changed meanwhile. Review it, then save again.')
    case 'too-many-recurring':
      return t('There are too many recurring tasks. Stop one first.')
    case 'in-words':
      return refusal.values.text
  }
}
