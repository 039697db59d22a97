/** All keyboard shortcuts, by place: what they do, and their keys. */
export const SHORTCUTS = [
  {
    name: 'Everywhere',
    rows: [
      ['Commands', 'Ctrl K'],
      ['New session', 'Ctrl Shift O'],
      ['Show or hide the sessions', 'Ctrl Shift S'],
      ['Search all sessions', 'Ctrl Shift F'],
      ['Find in this session', 'Ctrl F'],
      ['Print this session', 'Ctrl P'],
      ['To the newest card or message', 'Alt ↑'],
      ['Back to the message box', 'Alt ↓'],
      ['Show help and shortcuts', '?'],
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
