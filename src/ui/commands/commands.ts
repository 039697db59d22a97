import { DEMO_TASK } from '../../settings/demo-task.ts'
import { toggleFiles } from '../files/files-shown.ts'
import { startFinding } from '../finding/finding.ts'
import { sessionHash } from '../kit/session-hash.ts'
import { useMarks } from '../sessions/session-marks.ts'
import { SETTINGS_TABS } from '../settings/settings-tabs.ts'
import { useApp } from '../state/app-context.ts'
import { setPastShown } from '../state/past-shown.ts'
import { sessionOffers } from '../state/session-offers.ts'

/** `words`: found by these too. `keys`: the shortcut. */
export type Command = { label: string; words?: string; keys?: string; run: () => void }

/** Everything that can be done from where the person is. Call it where hooks may be called; the list is made anew with each call of the result. */
export function useCommands(begin: () => void): { here: () => Command[]; sessions: () => Command[] } {
  const { actions, state, openDialog, safe, leaveSafe } = useApp()
  const marks = useMarks()
  const inSession = (): Command[] => {
    const { open } = state
    if (open?.phase !== 'ready' || open.view === null) return []
    const item = state.sessions?.find(({ id }) => id === open.id)
    const offers = sessionOffers(open)
    if (open.view.head.deletedAt !== null) return [{ label: 'Restore this session', run: () => void actions.restore() }]
    return [
      ...(offers.stop ? [{ label: 'Stop', words: 'abort cancel halt', run: () => void actions.stop() }] : []),
      ...(offers.retry ? [{ label: 'Retry', words: 'again', run: () => void actions.retry() }] : []),
      ...(offers.continue ? [{ label: 'Continue', words: 'go on resume', run: () => void actions.proceed() }] : []),
      { label: 'Find in this session', keys: 'Ctrl F', run: () => startFinding('') },
      { label: 'Show or hide files', words: 'panel workspace', run: toggleFiles },
      { label: 'Session options', words: 'system prompt tools limits', run: () => openDialog('session-settings') },
      { label: 'What the model sees', words: 'context window tokens', run: () => openDialog('context') },
      { label: 'Compact now', words: 'summary compress context', run: () => void actions.compact('') },
      ...(item === undefined
        ? []
        : [
            {
              label: marks.has('pinned', item) ? 'Unpin this session' : 'Pin this session',
              run: () => marks.toggle('pinned', item),
            },
            {
              label: marks.has('archived', item) ? 'Unarchive this session' : 'Archive this session',
              run: () => marks.toggle('archived', item),
            },
            {
              label: 'Share this session',
              words: 'export web page markdown',
              run: () => openDialog({ share: item.id }),
            },
            {
              label: 'Replay this session',
              words: 'past history scrub step play black box',
              run: () => setPastShown({ id: item.id, seq: null, playing: false }),
            },
            {
              label: 'Inspect this session',
              words: 'journal history inspector',
              run: () => openDialog({ inspect: item.id }),
            },
            {
              label: 'Delete this session',
              words: 'remove',
              run: () => {
                actions.deleteSession(item.id, item.title)
                location.hash = '#/'
              },
            },
          ]),
    ]
  }
  return {
    here: () => [
      { label: 'New session', words: 'start begin home chat', keys: 'Ctrl Shift O', run: begin },
      ...inSession(),
      { label: 'Search all sessions', words: 'find', keys: 'Ctrl Shift F', run: () => openDialog('search') },
      { label: 'Activity', words: 'running waiting failed board', run: () => openDialog('activity') },
      ...(state.applyUpdate === null
        ? []
        : [{ label: 'Reload to the new version', words: 'update', run: () => state.applyUpdate?.() }]),
      ...(safe() ? [{ label: 'Leave safe mode', run: leaveSafe }] : []),
      ...SETTINGS_TABS.map((tab) => ({
        label: `Settings: ${tab}`,
        words: 'preferences options',
        run: () => openDialog({ settings: tab }),
      })),
      { label: 'Add provider', words: 'model key api connect', run: () => openDialog('add-provider') },
      { label: 'Try the demo', run: () => actions.createDemo(DEMO_TASK) },
      ...(['light', 'dark', 'system'] as const).map((theme) => ({
        label: `Appearance: ${theme}`,
        words: 'theme colour color mode',
        run: () => void actions.setPreferences({ theme }),
      })),
      { label: 'Keyboard shortcuts', words: 'keys help', keys: '?', run: () => openDialog('shortcuts') },
    ],
    sessions: () =>
      (state.sessions ?? [])
        .filter(({ deletedAt, untouched }) => deletedAt === null && !untouched)
        .map(({ id, title }) => ({ label: title, run: () => location.assign(sessionHash(id)) })),
  }
}
