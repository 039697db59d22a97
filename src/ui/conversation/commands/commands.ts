import { DEMO_TASK } from '../../../settings/demo-task.ts'
import { isPrivateSession } from '../../../settings/private-session.ts'
import { NARROW } from '../../base/kit/media.ts'
import { sessionHash } from '../../base/kit/session-hash.ts'
import { useApp } from '../../base/state/app-context.ts'
import { setChoosingCompared } from '../../base/state/choosing-compared.ts'
import { pastShown, setPastShown } from '../../base/state/past-shown.ts'
import { usePrivate } from '../../base/state/private.ts'
import { sessionOffers } from '../../base/state/session-offers.ts'
import { SETTINGS_TABS } from '../../base/state/settings-tabs.ts'
import { hideSidebar, sidebarHidden } from '../../base/state/sidebar-hidden.ts'
import { showHidden } from '../../base/words/hidden-signs.ts'
import { sessionTitle } from '../../base/words/session-title.ts'
import { type PlainPhrase, t } from '../../base/words/t.ts'
import { chooseFiles, filesShown } from '../../files/files-shown.ts'
import { useBeginPrivate } from '../../sessions/begin-private.ts'
import { startFinding } from '../../sessions/finding/finding.ts'
import { useMarks } from '../../sessions/session-marks.ts'
import { choosePersona } from '../../settings/personas/chosen-persona.ts'

/**
 * `english`: the English label, by which it is found in any language; `words`: further search words. `keys`: the
 * shortcut.
 */
export type Command = { label: string; english?: string; words?: string; keys?: string; run: () => void }

const command = (english: PlainPhrase, run: () => void, words = '', keys?: string): Command => ({
  label: t(english),
  english,
  words,
  ...(keys === undefined ? {} : { keys }),
  run,
})

const APPEARANCES = [
  ['light', 'Appearance: light'],
  ['dark', 'Appearance: dark'],
  ['system', 'Appearance: system'],
] as const

/**
 * Commands available in the current place. Call it where hooks may be called; each call of the result builds a new
 * list.
 */
export function useCommands(begin: () => void): { here: () => Command[]; sessions: () => Command[] } {
  const { actions, state, openDialog, safe, leaveSafe } = useApp()
  const marks = useMarks()
  const beginPrivate = useBeginPrivate()
  const { end } = usePrivate()
  const inSession = (): Command[] => {
    const { open } = state
    if (open?.phase !== 'ready' || open.view === null) return []
    const item = state.sessions?.find(({ id }) => id === open.id)
    const offers = sessionOffers(open)
    if (open.view.head.deletedAt !== null) return [command('Restore this session', () => void actions.restore())]
    return [
      ...(offers.stop ? [command('Stop', () => void actions.stop(), 'abort cancel halt')] : []),
      ...(offers.retry ? [command('Retry', () => void actions.retry(), 'again')] : []),
      ...(offers.continue ? [command('Continue', () => void actions.proceed(), 'go on resume')] : []),
      // a replay has no find bar
      ...(pastShown() ? [] : [command('Find in this session', () => startFinding(''), '', 'Ctrl F')]),
      command('Show or hide files', () => chooseFiles(!filesShown(open), open), 'panel workspace'),
      command('Session options', () => openDialog('session-settings'), 'system prompt tools limits'),
      command('What the model sees', () => openDialog('context'), 'context window tokens'),
      command('Compact now', () => void actions.compact(''), 'summary compress context'),
      ...(isPrivateSession(open.id) ? [command('End private session', () => void end(open.id), 'close forget')] : []),
      ...(item === undefined || isPrivateSession(open.id)
        ? []
        : [
            command(marks.has('pinned', item) ? 'Unpin this session' : 'Pin this session', () =>
              marks.toggle('pinned', item),
            ),
            command(marks.has('archived', item) ? 'Unarchive this session' : 'Archive this session', () =>
              marks.toggle('archived', item),
            ),
            command('Share this session', () => openDialog({ share: item.id }), 'export web page markdown'),
            command(
              'Save what worked as a skill',
              () => openDialog({ saveSkill: item.id }),
              'SKILL.md instructions reuse remember steps',
            ),
            command('Print this session', () => openDialog('print'), 'paper pdf', 'Ctrl P'),
            command(
              'Replay this session',
              () => setPastShown({ id: item.id, seq: null, playing: false }),
              'past history scrub step play black box',
            ),
            command(
              'Run again with another model',
              () => openDialog({ runs: item.id }),
              'repeat compare test black box recording',
            ),
            command('Inspect this session', () => openDialog({ inspect: item.id }), 'journal history inspector'),
            command(
              'Delete this session',
              () => {
                actions.deleteSession(item.id, sessionTitle(item.title))
                location.hash = '#/'
              },
              'remove',
            ),
          ]),
    ]
  }
  return {
    here: () => [
      command('New session', begin, 'start begin home chat', 'Ctrl Shift O'),
      ...(state.open === null || state.open.phase === 'ready'
        ? [command('Compare models', () => setChoosingCompared(true), 'several side by side variants')]
        : []),
      command('New private session', beginPrivate, 'incognito memory secret not saved'),
      ...inSession(),
      command('Search all sessions', () => openDialog('search'), 'find', 'Ctrl Shift F'),
      ...(matchMedia(NARROW).matches
        ? []
        : [
            command(
              'Show or hide the sessions',
              () => hideSidebar(!sidebarHidden()),
              'sidebar panel collapse',
              'Ctrl Shift S',
            ),
          ]),
      command(
        'All sessions',
        () => openDialog({ organise: null }),
        'organise select many tag folder export delete archive',
      ),
      command('Activity', () => openDialog('activity'), 'running waiting failed board'),
      ...(state.applyUpdate === null
        ? []
        : [command('Reload to the new version', () => state.applyUpdate?.(), 'update')]),
      ...(safe() ? [command('Leave safe mode', leaveSafe)] : []),
      ...SETTINGS_TABS.map((tab) => ({
        label: t('Settings: {tab}', { tab: t(tab) }),
        english: `Settings: ${tab}`,
        words: 'preferences options',
        run: () => openDialog({ settings: tab }),
      })),
      ...state.preferences.personas.map(({ id, name }) => ({
        label: t('New session as {name}', { name: showHidden(name) }),
        words: 'persona role',
        run: () => {
          choosePersona(id)
          begin()
        },
      })),
      command('Add provider', () => openDialog('add-provider'), 'model key api connect'),
      command('Try the demo', () => actions.createDemo(t(DEMO_TASK))),
      ...APPEARANCES.map(([theme, label]) =>
        command(label, () => void actions.setPreferences({ theme }), 'theme colour color mode'),
      ),
      command('Help', () => openDialog('help'), 'questions answers manual faq how'),
      command('Keyboard shortcuts', () => openDialog('help'), 'keys help', '?'),
    ],
    sessions: () =>
      (state.sessions ?? [])
        .filter(({ deletedAt, untouched }) => deletedAt === null && !untouched)
        .map(({ id, title }) => ({
          label: sessionTitle(title),
          english: title,
          run: () => location.assign(sessionHash(id)),
        })),
  }
}
