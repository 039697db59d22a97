import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const MARKDOWN = '# Sales\n\n| Region | Amount |\n|--|--|\n| North | 42 |\n| Sum | =SUM(B2:B2) |\n'
const make = (path: string): MockReply => ({
  toolCalls: [{ name: 'make_document', arguments: { path, markdown: MARKDOWN } }],
})

describe('documents out', () => {
  const scene = useScene({ ownBrowser: true })

  it('four kinds are made in the built app, and the model reads two of them again; a kill makes none twice', async () => {
    const { app, mock } = scene
    const read = (path: string): MockReply => ({ toolCalls: [{ name: 'read_file', arguments: { path } }] })
    const turns = [
      ...['sales.docx', 'sales.xlsx', 'sales.pptx', 'sales.pdf'].map(make),
      ...['sales.docx', 'sales.pdf'].map(read),
      { text: 'All four are there.' },
    ]
    // by what it was told: an answer that the kill cut off is asked for again
    mock.setScript(({ body }) => turns[body.messages?.filter(({ role }) => role === 'tool').length ?? 0] ?? {})
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Make documents')
    await eventually(() => app.files.getByRole('treeitem', { name: 'sales.docx' }).count()).toBe(1)
    const again = await scene.killAndRelaunch(new URL(app.page.url()).hash)

    await again.untilAnswer('All four are there.')
    for (const name of ['sales.docx', 'sales.xlsx', 'sales.pptx', 'sales.pdf'])
      await eventually(() => again.files.getByRole('treeitem', { name }).count()).toBe(1)
    const results = JSON.stringify(
      mock
        .journal()
        .at(-1)
        ?.body.messages?.filter(({ role }) => role === 'tool'),
    )
    expect(results).toContain('1 sheet (Sales), 2 rows')
    expect(results).not.toContain('Replaced')
    expect(results).toContain('North')
  })
})
