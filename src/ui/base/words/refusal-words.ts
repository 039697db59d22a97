import type { Refusal } from '../../../protocol/refusals.ts'
import { addressWords } from './address-words.ts'
import { said } from './said.ts'
import { sentences } from './sentences.ts'
import { t } from './t.ts'

/** Why a request or command was refused, in the person's language. Loaded with the first refusal. */
export function refusalWords(refusal: Refusal): string {
  switch (refusal.code) {
    case 'session-gone':
      return t('This session no longer exists.')
    case 'session-unreadable':
      return t('This session can’t be read right now.')
    case 'session-newer':
      return t('This session is from a newer version of Reflexor. Reload to update.')
    case 'session-damaged':
      return t('This session can’t continue: {what} is damaged. Nothing was changed.', {
        what: said(refusal.values.what),
      })
    case 'source-gone':
      return t('The source of this no longer exists.')
    case 'no-way-back':
      return t('Can’t go back to this: its history is from an older version, or a summary covers it.')
    case 'private-ended':
      return t('This private session has ended. Nothing of it was kept.')
    case 'not-in-private':
      return t('A private session can’t do this: nothing of it is kept.')
    case 'too-many-queued':
      return t('Too many queued messages. This one was not sent.')
    case 'message-to-deleted':
      return t('This session was deleted. The message was not sent.')
    case 'attached-not-stored':
      return t('An attached file was not stored. Attach it again.')
    case 'run-ended':
      return t('The run you stopped had already ended. A newer one is running and continues.')
    case 'not-retried':
      return t('Something newer has started. Nothing was retried.')
    case 'not-continued':
      return t('Something newer has started. Nothing was continued.')
    case 'model-answering':
      return t('The model is answering. You can load earlier content when it finishes.')
    case 'tool-call-gone':
      return t('This tool call can no longer be found.')
    case 'no-room-in-context':
      return t('There is no room for this in the context window. It would be summarised again right away.')
    case 'too-many-loaded':
      return t('{n} tool calls are already loaded. Compact now unloads them.', refusal.values)
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
    case 'not-a-code':
      return t('This isn’t a recovery code. It starts with "reflexor-".')
    case 'code-newer':
      return t('This recovery code is from a newer version of Reflexor. Update this one.')
    case 'code-cut':
      return t('The recovery code is incomplete or has a typo.')
    case 'code-unreadable':
      return t('This recovery code can’t be read.')
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
    case 'runs-elsewhere': {
      const { device } = refusal.values
      return device === ''
        ? t('This session is running on another device. Choose "Continue here" to continue it on this device.')
        : t('This session is running on {device}. Choose "Continue here" to continue it on this device.', { device })
    }
    case 'runs-elsewhere-unconnected':
      return t(
        'This session is running on another device. Connect your sync storage again to continue it on this device.',
      )
    case 'handed-over':
      return t('This session is being handed over to another of your devices.')
    case 'log-newer':
      return t(
        'Another device updated this session with a newer version of Reflexor. Reload to update. If this persists, the storage was tampered with.',
      )
    case 'log-damaged':
      return t('Your sync storage contains data of this session that can’t be read. Nothing was taken over.')
    case 'log-emptied':
      return t(
        'Your sync storage was emptied. This device still has the session. Share it again, or continue with a copy.',
      )
    case 'place-unreadable':
      return t('The sync state of this session is damaged, so it may be running on another device. You can export it.')
    case 'device-silent': {
      const { device } = refusal.values
      return device === ''
        ? t('The other device didn’t respond. It may be asleep. Choose "Continue here" to decide on this device.')
        : t('{device} didn’t respond. It may be asleep. Choose "Continue here" to decide on this device.', { device })
    }
    case 'storage-silent':
      return t('The storage didn’t respond. Try again.')
    case 'take-may-come':
      return t(
        'The storage didn’t respond. If it does within 10 minutes, this session continues here, unless your other device continues it first.',
      )
    case 'storage-not-open':
      return t('Your sync storage isn’t open. Connect it, or unlock the keys.')
    case 'storage-paused':
      return t('Your sync storage is paused. Resume it in Settings, Devices.')
    case 'device-removed':
      return t(
        'This device was removed from another one. To continue this session on this device only, forget the storage in Settings, Devices.',
      )
    case 'still-at-work':
      return t('Part of this session is still running or waiting for you. Stop it first, then choose again.')
    case 'all-sent':
      return t('Everything in this session has been sent. It continues as it is.')
    case 'shared-session-deleted':
      return t('The shared session was deleted. Nothing can be sent there.')
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
    case 'server-gave-nothing':
      return t('The server gave nothing.')
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
    case 'keys-locked':
      return t('Your API keys are locked. Unlock them with your passphrase (Settings > Data).')
    case 'passphrase-changed':
      return t('The passphrase was changed in another tab just now. Try again.')
    case 'memory-changed':
      return t('Memory has changed meanwhile. Review it, then save again.')
    case 'too-many-recurring':
      return t('There are too many recurring tasks. Stop one first.')
    case 'other-version':
      return t('This page and its worker are different versions. Reload the page.')
    case 'not-understood':
      return t('Couldn’t understand this: {why}', refusal.values)
    case 'bad-address':
      return addressWords(refusal.values.problem)
    case 'in-words':
      return refusal.values.text
    default:
      // a stored answer, or that of a tab, of a newer version
      refusal satisfies never
      return t('This was refused. Update Reflexor to read why.')
  }
}
