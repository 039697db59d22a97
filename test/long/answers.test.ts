import { describe, expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { makeGate } from '../support/gate.ts'
import { heldUntil } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

describe.each(['OpenAI-compatible', 'Anthropic'] as const)('an answer over the wire of %s', (kind) => {
  it('is shown while it comes, not only when it has come', async () => {
    const { app, mock } = scene
    const end = makeGate()
    mock.setScript([heldUntil(end.opened, 80)])
    await app.connect({ kind, baseUrl: mock.baseUrl })
    await app.send('Count')
    await app.untilAnswer('word5')
    await app.untilStatus('Writing')
    expect(mock.journal()[0]?.finished).toBe(false)
    end.open()
    await app.untilAnswer('word80')
    await app.untilStatus('Idle')
    await eventually(() => mock.journal()[0]?.finished).toBe(true)
    expect(mock.journal()).toHaveLength(1)
  })

  it('streams with its thinking, runs the tool it calls, and goes on from the result', async () => {
    const { app, mock } = scene
    mock.setScript([
      {
        thinking: 'I should write this down.',
        signature: 'sig-1',
        text: 'Writing a note.',
        toolCalls: [{ name: 'write_file', arguments: { path: 'note.md', content: 'remember the milk' } }],
        pace: { chunkMs: 10 },
      },
      { words: 30, pace: { chunkMs: 5 } },
    ])
    await app.connect({ kind, baseUrl: mock.baseUrl })
    await app.send('Note the milk')
    await app.untilAnswer('word30')
    await app.untilStatus('Idle')

    await eventually(() => app.questionTexts()).toEqual(['Note the milk'])
    await eventually(() => visibleText(app.toolCalls('write_file'))).toContain('Done')
    await eventually(() => app.thinking.count()).toBe(1)
    await app.thinking.getByText(/^Thought (about it|for)/).click()
    await app.thinking.getByText('I should write this down.').waitFor()
    await app.files.getByRole('treeitem', { name: 'note.md' }).click()
    await app.files.getByText('remember the milk').waitFor()

    expect(mock.journal()).toHaveLength(2)
    const [first, second] = mock.journal()
    expect(JSON.stringify(first?.body.messages)).toContain('Note the milk')
    expect(JSON.stringify(second?.body.messages)).toContain('note.md')
    expect(first?.path).toBe(kind === 'Anthropic' ? '/v1/messages' : '/v1/chat/completions')
    if (kind === 'Anthropic') {
      expect(first?.headers['x-api-key']).toBe('test-key-1234567890')
      // a thought goes back with the signature that its provider gave it
      expect(JSON.stringify(second?.body.messages)).toContain('sig-1')
    } else expect(first?.headers['authorization']).toBe('Bearer test-key-1234567890')
  })
})

it('the text of a session that the page opens with stood there plain, and moved when its formatting came; without it, it is shown', async () => {
  const { app, mock } = scene
  const { page } = app
  mock.setScript([{ text: '## Rivers\n\nThey **run**.' }])
  await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
  await app.send('Rivers?')
  await app.answers.getByRole('heading', { name: 'Rivers' }).waitFor()
  await app.untilStatus('Idle')
  const formatting = /\/assets\/formatting-[^/]+\.js$/
  let asked = 0
  await page.route(formatting, async (route) => {
    asked++
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.markdown.plain')) document.documentElement.dataset['plain'] = 'yes'
    }).observe(document, { childList: true, subtree: true })
  })
  await page.reload()
  await app.answers.getByRole('heading', { name: 'Rivers' }).waitFor()
  expect(asked).toBe(1)
  expect(await page.evaluate(() => document.documentElement.dataset['plain'])).toBe(undefined)

  await page.unroute(formatting)
  await page.route(formatting, (route) => route.abort())
  await page.reload()
  await app.untilAnswer('They **run**.')
})
