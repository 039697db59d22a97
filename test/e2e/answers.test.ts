import { describe, expect, it } from 'vitest'
import { eventually, visibleText } from '../support/app.ts'
import { useScene } from '../support/scene.ts'

const scene = useScene()

describe.each(['OpenAI-compatible', 'Anthropic'] as const)('an answer over the wire of %s', (kind) => {
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
