import { describe, expect, it } from 'vitest'
import { eventually } from '../support/app.ts'
import type { MockReply } from '../support/mock-replies.ts'
import { useScene } from '../support/scene.ts'

const MARKDOWN = '# Sales\n\n| Region | Amount |\n|--|--|\n| North | 42 |\n| Sum | =SUM(B2:B2) |\n'
const make = (path: string): MockReply => ({
  toolCalls: [{ name: 'make_document', arguments: { path, markdown: MARKDOWN } }],
})

describe('documents out', () => {
  const scene = useScene()

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

  it('a chart is drawn by code, seen as a picture, and stands in the documents and in the answer', async () => {
    const { app, mock } = scene
    const code = `import * as echarts from 'echarts'
const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width: 640, height: 400 })
chart.setOption({ animation: false, title: { text: 'Sales' }, xAxis: { data: ['North', 'South'] }, yAxis: {}, series: [{ type: 'bar', data: [42, 7] }] })
writeFile('chart.svg', chart.renderToSVGString())`
    const call = (name: string, args: Record<string, unknown>): MockReply => ({
      toolCalls: [{ name, arguments: args }],
    })
    const kinds = ['docx', 'pptx', 'pdf']
    const turns = [
      call('run_javascript', { code }),
      call('read_file', { path: 'chart.svg' }),
      ...kinds.map((kind) =>
        call('make_document', { path: `report.${kind}`, markdown: '# Sales\n\n![Chart](chart.svg)\n' }),
      ),
      { text: 'Here it is:\n\n![The chart](chart.svg)' },
    ]
    mock.setScript(({ body }) => turns[body.messages?.filter(({ role }) => role === 'tool').length ?? 0] ?? {})
    await app.connect({ kind: 'OpenAI-compatible', baseUrl: mock.baseUrl })
    await app.send('Draw the sales')
    await app.untilAnswer('Here it is:')
    const image = app.page.getByRole('img', { name: 'The chart' })
    await eventually(() => image.evaluate((each) => (each as HTMLImageElement).naturalWidth)).toBe(640)
    const last = JSON.stringify(mock.journal().at(-1)?.body.messages)
    expect(last).toContain('data:image/png;base64,')
    expect(last).not.toContain('left out')
    for (const kind of kinds) expect(last).toMatch(new RegExp(`Made \\\\"report.${kind}\\\\" [^"]*1 picture`))
  })
})
