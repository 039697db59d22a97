import { expect, it } from 'vitest'
import type { BundlePage } from '../../../../src/tools/code/page-port.ts'
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
    return { bundle: '{"page":"a.html"}', count: 2, notes: ['a.html:3: there is no file "e.png".'] }
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
      text: '"a.html" is shown to the person with 2 files, without its scripts until they run them.\n\nWhat could not be loaded:\n- a.html:3: there is no file "e.png".',
    },
  ])
})
