import { describe, expect, it } from 'vitest'
import type { BundlePage, PageLook } from '../../../../src/tools/code/page-port.ts'
import { showArtifact } from '../../../../src/tools/code/show-artifact.ts'
import { bytesOf, memoryFiles, run, shaOf } from '../memory-files.ts'

it.each([
  [{ path: 'a.html' }, '<!doctype html><title> My\n page </title>', 'My page'],
  [{ path: 'a.html', title: 'Given' }, '<title>Own</title>', 'Given'],
  [{ path: 'a.svg' }, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg'],
])('shows %j as it is now', async (args, text, title) => {
  const { details } = await run(showArtifact, memoryFiles({ [args.path]: text }), args)
  expect(details).toEqual({ shape: 'artifact', path: args.path, blob: shaOf(bytesOf(text)), title })
})

it('a page that was saved from an answer, or given another name, calls itself plain text: it was said to be no HTML', async () => {
  const files = memoryFiles({ 'a.html': '<title>Page</title>' })
  const saved = {
    ...files,
    info: async (path: string) => ({ ...(await files.info(path)), mediaType: 'text/plain' }) as never,
  }
  expect((await run(showArtifact, saved, { path: 'a.html' })).details).toMatchObject({ title: 'Page' })
})

it.each([
  ['a.md', '# x', /neither an HTML nor an SVG/],
  ['a.html', new Uint8Array([0, 1, 2]), /is not text/],
  ['a.html', new Uint8Array(6 * 1024 * 1024).fill(32), /up to 5.0 MB/],
])('says why it cannot show %s', async (path, content, words) => {
  await expect(run(showArtifact, memoryFiles({ [path]: content }), { path })).rejects.toThrow(words)
})

it('a page that names files comes with them, and the result names what could not be loaded', async () => {
  const files = memoryFiles({ 'a.html': '<script src="b.js"></script>', 'b.js': '1', 'c/d.css': 'x' })
  const jobs: unknown[] = []
  const bundlePage: BundlePage = async ({ page, html, files: there }, { read }) => {
    jobs.push([page, html, there.map(({ path }) => path), new TextDecoder().decode(await read(there[1] as never))])
    return {
      bundle: '{"page":"a.html"}',
      count: 2,
      notes: ['a.html:3: there is no file "e.png".'],
    }
  }
  const outcome = await run(showArtifact, files, { path: 'a.html' }, { bundlePage })
  expect(jobs).toEqual([['a.html', '<script src="b.js"></script>', ['a.html', 'b.js', 'c/d.css'], '1']])
  expect(outcome.details).toMatchObject({
    blob: shaOf(bytesOf('<script src="b.js"></script>')),
    bundle: shaOf(bytesOf('{"page":"a.html"}')),
  })
  expect(outcome.content).toEqual([
    {
      type: 'text',
      text: '"a.html" is shown to the person with 2 files.\n\nWhat could not be loaded:\n- a.html:3: there is no file "e.png".\n\nIts scripts were not run: nobody has this conversation in view now. Show it again later to see its console and errors.',
    },
  ])
})

describe('once its scripts may run', () => {
  const files = () => memoryFiles({ 'a.html': '<script>1</script>' })
  const textOf = async (look: PageLook): Promise<string> => {
    const { content } = await run(showArtifact, files(), { path: 'a.html' }, { lookAtPage: async () => look })
    return content?.[0]?.type === 'text' ? content[0].text : ''
  }

  it('the result has console, errors, words and a picture', async () => {
    const picture = new Uint8Array([1, 2])
    const look: PageLook = {
      end: 'ran',
      lines: [
        { level: 'log', text: 'hi' },
        { level: 'error', text: 'no (a.js:3:1)' },
      ],
      ...{ more: 7, text: ' Shop ', picture },
    }
    const shown: unknown[] = []
    const { content } = await run(
      showArtifact,
      files(),
      { path: 'a.html' },
      {
        lookAtPage: async () => look,
        show: async (file) => {
          shown.push([file.mediaType, file.blob])
          return { type: 'image', mediaType: 'image/png', blob: shaOf(picture), name: file.path }
        },
      },
    )
    expect(content).toEqual([
      {
        type: 'text',
        text: '"a.html" is shown to the person.\n\nIt ran.\n\nConsole (1 error):\nhi\nerror: no (a.js:3:1)\n… and 7 more lines.\n\nText on the page:\nShop',
      },
      { type: 'image', mediaType: 'image/png', blob: shaOf(picture), name: 'a.html as it looks' },
    ])
    expect(shown).toEqual([['image/png', shaOf(picture)]])
  })

  it('says why it did not run, or was ended', async () => {
    expect(await textOf({ end: 'nobody' })).toContain('nobody has this conversation in view')
    expect(await textOf({ end: 'not-allowed' })).toContain('must press "Run scripts" once')
    expect(await textOf({ end: 'typing' })).toContain('the person is typing')
    expect(await textOf({ end: 'unreadable' })).toContain('cannot be shown')
    const ended = { lines: [], more: 0, text: '', picture: null }
    expect(await textOf({ end: 'silent', ...ended })).toContain('stopped responding')
    expect(await textOf({ end: 'taken', ...ended })).toContain('took the keyboard')
    expect(await textOf({ end: 'ran', ...ended })).toContain('Console: nothing. No errors.')
  })

  it('bytes that are no picture are left out', async () => {
    const look: PageLook = { end: 'ran', lines: [], more: 0, text: '', picture: new Uint8Array([0]) }
    const show = () => Promise.reject(new Error('damaged'))
    const { content } = await run(showArtifact, files(), { path: 'a.html' }, { lookAtPage: async () => look, show })
    expect(content).toHaveLength(1)
  })
})
