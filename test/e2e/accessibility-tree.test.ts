import { it } from 'vitest'
import { accessibilityTree, listenToLiveRegions } from '../support/accessibility-tree.ts'
import { eventually, pressArmed } from '../support/app.ts'
import { askWorker } from '../support/ask-worker.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

const SIDEBAR = [
  'complementary "Sidebar"',
  '  link "Reflexor home"',
  '  button "Activity"',
  '  button "Search"',
  '  button "Hide sessions"',
  '  button "New session"',
  '  button "New private session"',
  '  button "New project"',
  '  navigation "Sessions"',
  '  button "Settings"',
  '  button "Help"',
]
const FIRST_VISIT = [
  'main',
  '  heading "Welcome to Reflexor"',
  '  form',
  '    button "Attach files"',
  '    textbox "Message"',
  '    button "Dictate"',
  '    button "Send"',
  '  button "Add provider"',
  '  button "Try the demo"',
  '  list',
  '    listitem',
  '    listitem',
  '    listitem',
]
const ADD_PROVIDER = [
  'dialog "Add provider"',
  '  heading "Add provider"',
  '  button "Close"',
  '  form',
  '    textbox "API key"',
  '    combobox "Provider"',
  '    link "Get a key at platform.openai.com"',
  '    button "Find models on this computer"',
  '    group',
  '      DisclosureTriangle "Advanced"',
  '    status "Outcome"',
  '    button "Test"',
  '    button "Save"',
]
const HEADER = [
  'sectionheader',
  '  heading "When does it open?"',
  '  status "Status"',
  '  status "Announcements"',
  '  button "Context: n of 32k tokens"',
  '  button "Session options"',
  '  button "Show files"',
]
const NEEDS_APPROVAL = [
  'log "Conversation"',
  '  heading "Conversation"',
  '  article "You"',
  '    button "Copy"',
  '    button "Edit"',
  '    button "More"',
  '  article "Assistant"',
  '    group "Tool call: write_file"',
  '      DescriptionList',
  '        term "File"',
  '        definition',
  '        term "Text"',
  '        definition',
  '      group',
  '        DisclosureTriangle "Raw arguments"',
  '      button "Approve"',
  '      button "Deny"',
  '      combobox "Scope"',
  '      button "Edit arguments"',
  '      textbox "Reason"',
  '      status',
  '    button "Copy"',
  '    button "More"',
]
const ANSWERED = [
  'log "Conversation"',
  '  heading "Conversation"',
  '  article "You"',
  '    button "Copy"',
  '    button "Edit"',
  '    button "More"',
  '  article "Assistant"',
  '    group "Tool call: write_file"',
  '      group',
  '        DisclosureTriangle "Wrote hours.md Done"',
  '    button "Copy"',
  '    button "Ask again"',
  '    button "More"',
  '  article "Assistant"',
  '    heading "Hours"',
  '    button "Copy"',
  '    button "Ask again"',
  '    button "More"',
]

it('by ear, the main job has its parts in order, and each event is said exactly once', async () => {
  const { app, mock } = scene
  const { page } = app
  const write = { name: 'write_file', arguments: { path: 'hours.md', content: 'At nine' } }
  mock.setScript([
    { text: 'I note the hours.', toolCalls: [write] },
    { text: '## Hours\n\nIt opens at **nine**. Bring a ticket.' },
  ])
  await askWorker(page, { kind: 'set-preferences', preferences: { approvals: { write_file: 'ask' } } })
  const heard = await listenToLiveRegions(page)
  /** Polls: Chromium computes its tree after the page, and parts of a page come a moment later. */
  const reads = (expected: string[], role: string, name?: string) =>
    eventually(async () => (await accessibilityTree(page, role, name)).map(withoutFigures)).toEqual(expected)

  await reads(FIRST_VISIT, 'main')
  await reads(SIDEBAR, 'complementary')
  await app.button('Add provider').click()
  // the notices of the page are read there while the dialog is open
  await reads([...ADD_PROVIDER, '  status "Notice"'], 'dialog')
  await page.keyboard.press('Escape')
  await app.providerDialog.waitFor({ state: 'hidden' })
  await app.connectByDialog({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })

  await app.send('When does it open?')
  await app.untilStatus('Waiting for you')
  await reads(NEEDS_APPROVAL, 'log')
  await reads(HEADER, 'sectionheader')
  await pressArmed(app.toolCalls('write_file').getByRole('button', { name: 'Approve', exact: true }))
  await app.untilAnswer('Bring a ticket.')
  await app.untilStatus('Idle')
  await reads(ANSWERED, 'log')

  const said = [
    'Saving…',
    'Needs approval: write_file {"path":"hours.md","content":"At nine"}',
    'Answer finished. It opens at nine.',
  ]
  await eventually(heard).toEqual(said)
})

/** How full the context is depends on the tools. */
const withoutFigures = (line: string): string => line.replace(/Context: [\d.k]+ of/, 'Context: n of')
