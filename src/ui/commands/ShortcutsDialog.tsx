import './commands.css'
import { For, type JSX } from 'solid-js'
import { Dialog } from '../kit/Dialog.tsx'
import { t } from '../words/t.ts'
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
      ['These shortcuts', '?'],
      ['Close what is open', 'Esc'],
    ],
  },
  {
    name: 'Message',
    rows: [
      ['Send', 'Enter'],
      ['New line', 'Shift Enter'],
      ['Stop what runs', 'Esc'],
      ['Your prompts, and all commands', '/'],
      ['Name a file of the session', '@'],
      ['Your earlier messages, in an empty box', '↑ ↓'],
    ],
  },
  {
    name: 'Sessions and menus',
    rows: [
      ['Next, previous', '↓ ↑'],
      ['First, last', 'Home End'],
      ['Actions of a session, and back', '→ ←'],
      ['Rename', 'F2'],
      ['Choose the next as well, in all sessions', 'Shift ↓'],
      ['Choose all that are listed', 'Ctrl A'],
    ],
  },
  {
    name: 'Find',
    rows: [
      ['Next match', 'Enter'],
      ['Previous match', 'Shift Enter'],
      ['Through the results', '↑ ↓'],
    ],
  },
] as const

/** What the keys do. */
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
