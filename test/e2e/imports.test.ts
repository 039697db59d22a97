import { expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

/** Exports of other programs, as a person brings them in. Their readers are proved in test/unit/storage/archive. */

const scene = useScene()

const mark = (...parts: string[]) => `\ue200${parts.join('\ue202')}\ue201`
const node = (id: string, parent: string | null, role: string, text: string, more: object = {}) => ({
  ...{ id, parent, children: [] },
  message: {
    author: { role },
    content: { content_type: 'text', parts: [text] },
    recipient: 'all',
    weight: 1,
    metadata: {},
    ...more,
  },
})
const cited = {
  model_slug: 'gpt-5-thinking',
  content_references: [
    {
      matched_text: mark('cite', 'turn0search0'),
      type: 'grouped_webpages',
      items: [{ title: 'Wind', url: 'https://wind.example/a' }],
    },
  ],
}
const CHATGPT = {
  ...{
    title: 'Kites',
    create_time: 1_700_000_000,
    conversation_id: 'c1',
    default_model_slug: 'auto',
    current_node: 'a2',
  },
  mapping: Object.fromEntries(
    [
      { id: 'root', parent: null, message: null, children: [] },
      node('q', 'root', 'user', 'What holds a kite?'),
      node('a1', 'q', 'assistant', 'A string.', { metadata: { model_slug: 'gpt-4o' } }),
      node('call', 'q', 'assistant', 'search("kites")', { recipient: 'web.run' }),
      node('bio', 'call', 'assistant', 'Likes kites', { recipient: 'bio' }),
      node(
        'a2',
        'bio',
        'assistant',
        `The wind ${mark('cite', 'turn0search0')}, and more ${mark('cite', 'turn9search9')}.`,
        { metadata: cited },
      ),
    ].map((each) => [each.id, each]),
  ),
}
const said = (uuid: string, parent: string, sender: string, text: string) => ({
  ...{ uuid, parent_message_uuid: parent, sender, text, created_at: '2026-01-01T00:00:00Z' },
  content: [{ type: 'text', text }],
})
const CLAUDE = {
  ...{
    uuid: 'c2',
    name: 'Boats',
    created_at: '2026-01-01T00:00:00Z',
    model: 'claude-opus-5',
    current_leaf_message_uuid: 'b4',
  },
  chat_messages: [
    said('b1', '00000000-0000-4000-8000-000000000000', 'human', 'Why do boats float?'),
    said('b2', 'b1', 'assistant', 'The first reason.'),
    said('b3', 'b1', 'assistant', 'The second reason.'),
    said('b4', 'b3', 'human', 'Thank you'),
  ],
}

it('branches of Claude and ChatGPT ran together, citations were letters, calls of tools were answers, and the model had no name', async () => {
  const { app } = scene
  const { page } = app
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await app.button('Settings').click()
  await settings.getByRole('tab', { name: 'Data' }).click()
  for (const [name, conversation] of [
    ['chatgpt.json', CHATGPT],
    ['claude.json', CLAUDE],
  ] as const) {
    const buffer = Buffer.from(JSON.stringify([conversation]))
    await settings.getByLabel('Exported file').setInputFiles({ name, mimeType: 'application/json', buffer })
    await settings.getByText(/^Imported/).waitFor()
  }
  await settings.getByRole('button', { name: 'Close', exact: true }).click()
  const { sessions, answers } = app
  await sessions.getByRole('link', { name: /^Boats/ }).click()
  await answers.getByText('The second reason.').waitFor()
  expect(await app.questionTexts()).toEqual(['Why do boats float?', 'Thank you'])
  await answers.getByText(/^claude-opus-5$/).waitFor({ state: 'attached' })
  await answers.getByRole('button', { name: 'Next variant' }).click()
  await answers.getByText('The first reason.').waitFor()
  expect(await app.questionTexts()).toEqual(['Why do boats float?'])

  await sessions.getByRole('link', { name: /^Kites/ }).click()
  await answers.getByText('The wind').waitFor()
  const link = answers.getByRole('link')
  await eventually(() => link.evaluateAll((all) => all.map((each) => (each as HTMLAnchorElement).href))).toEqual([
    'https://wind.example/a',
  ])
  const text = await visibleText(answers)
  expect(text).toContain('The wind (Wind (wind.example)), and more.')
  expect(text).not.toMatch(/turn0|search\(|Likes kites|0 in|price/)
  await answers.getByText(/^gpt-5-thinking$/).waitFor({ state: 'attached' })
  await answers.getByRole('button', { name: 'Next variant' }).click()
  await answers.getByText('A string.').waitFor()
  await answers.getByText(/^gpt-4o$/).waitFor({ state: 'attached' })
  // a variant is no row of the list
  expect(await sessions.getByRole('link').count()).toBe(2)
})
