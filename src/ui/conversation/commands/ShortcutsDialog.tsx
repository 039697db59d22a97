import './commands.css'
import { For, type JSX } from 'solid-js'
import { Dialog } from '../../base/kit/Dialog.tsx'
import { t } from '../../base/words/t.ts'
import { Keys } from './Keys.tsx'

const GROUPS = [
  {
    name: 'Everywhere',
    rows: [
      ['Commands', 'Ctrl K'],
      ['New session', 'Ctrl Shift O'],
      ['Show or hide the sessions', 'Ctrl Shift S'],
      ['Search all sessions', 'Ctrl Shift F'],
      ['Find in this session', 'Ctrl F'],
      ['Print this session', 'Ctrl P'],
      ['Show shortcuts', '?'],
      ['Close the open dialog', 'Esc'],
    ],
  },
  {
    name: 'Message',
    rows: [
      ['Send', 'Enter'],
      ['New line', 'Shift Enter'],
      ['Stop the run', 'Esc'],
      ['Your prompts and all commands', '/'],
      ['Mention a file of the session', '@'],
      ['Your earlier messages, when the box is empty', '↑ ↓'],
    ],
  },
  {
    name: 'Sessions and menus',
    rows: [
      ['Next, previous', '↓ ↑'],
      ['First, last', 'Home End'],
      ['Into a session’s actions, and back', '→ ←'],
      ['Rename', 'F2'],
      ['Extend the selection, in all sessions', 'Shift ↓'],
      ['Select all listed sessions', 'Ctrl A'],
    ],
  },
  {
    name: 'Find',
    rows: [
      ['Next match', 'Enter'],
      ['Previous match', 'Shift Enter'],
      ['Move through the results', '↑ ↓'],
    ],
  },
] as const

/** List of keyboard shortcuts. */
export default function ShortcutsDialog(props: { onClose: () => void }): JSX.Element {
  return (
    <Dialog label={t('Shortcuts')} class="whole-on-phones" onClose={() => props.onClose()}>
      <For each={GROUPS}>
        {({ name, rows }) => (
          <section class="shortcuts">
            <h3>{t(name)}</h3>
            <dl>
              <For each={rows}>
                {([what, keys]) => (
                  <div>
                    <dt>{t(what)}</dt>
                    <dd>
                      <Keys keys={keys} />
                    </dd>
                  </div>
                )}
              </For>
            </dl>
          </section>
        )}
      </For>
    </Dialog>
  )
}
