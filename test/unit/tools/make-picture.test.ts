import { expect, it } from 'vitest'
import { makePicture } from '../../../src/tools/pictures/make-picture.ts'
import type { MadePicture, PictureOrder } from '../../../src/tools/pictures/picture-port.ts'
import type { ToolRequest } from '../../../src/tools/tool.ts'
import { bytesOf, memoryFiles, run, wordsOf } from './memory-files.ts'

const PAID: ToolRequest = {
  model: { providerId: 'p', model: 'gpt-image-2' },
  usage: { input: 10, output: 1000, cacheRead: 0, cacheWrite: 0, reasoning: 0 },
  cost: 0.03,
}
const PNG: MadePicture = {
  ...{ ok: true, words: '', request: PAID },
  picture: { mediaType: 'image/png', bytes: bytesOf('a kite') },
}
const tool = (made: MadePicture = PNG, to: string | null = null) => {
  const orders: PictureOrder[] = []
  const make = makePicture(
    async (order) => {
      orders.push(order)
      return made
    },
    { model: 'gpt-image-2', to },
  )
  return { make, orders }
}

it('the picture is a new file, seen by the model and by the person, and what it cost is told', async () => {
  const { make, orders } = tool()
  const files = memoryFiles()
  const show = async ({ blob }: { blob: string }) => ({ type: 'image', mediaType: 'image/png', blob }) as const
  const made = await run(make, files, { prompt: 'A kite', path: 'kite.png', shape: 'wide' }, { show })
  expect(orders).toEqual([{ prompt: 'A kite', shape: 'wide', pictures: [] }])
  const change = made.files?.[0]
  expect(change).toMatchObject({ path: 'kite.png', from: null, size: 6, mediaType: 'image/png' })
  expect(made.details).toEqual({ shape: 'image', mediaType: 'image/png', blob: change?.to })
  expect(made.content).toContainEqual({ type: 'image', mediaType: 'image/png', blob: change?.to })
  expect(made.requests).toEqual([PAID])
})

it('the name ends as the bytes are, whatever was wished for', async () => {
  const { make } = tool()
  const made = async (path: string) =>
    (await run(make, memoryFiles(), { prompt: 'A kite', path })).files?.map((file) => file.path)
  expect(await made('a/kite.jpg')).toEqual(['a/kite.png'])
  expect(await made('kite')).toEqual(['kite.png'])
  expect(await made('kite.v2')).toEqual(['kite.v2.png'])
})

it('pictures of the workspace go along, and nothing else does', async () => {
  const { make, orders } = tool()
  const files = memoryFiles({ 'old.webp': 'old', 'notes.md': 'secret' })
  const before = await files.info('old.webp')
  await run(make, files, { prompt: 'Bluer', path: 'new.png', from: ['old.webp'] })
  expect(orders[0]?.pictures).toEqual([{ mediaType: 'image/webp', bytes: await files.read(before?.blob ?? '') }])
  const refused = (from: string[]) => run(make, files, { prompt: 'Bluer', path: 'new.png', from })
  await expect(refused(['notes.md'])).rejects.toThrow('"notes.md" is no PNG, JPEG or WebP file.')
  await expect(refused(['gone.png'])).rejects.toThrow('There is no file "gone.png"')
  expect(orders).toHaveLength(1)
})

it('a refusal that was paid for is an error that counts', async () => {
  const { make } = tool({ ok: false, error: 'The model made no picture. It said: I may not.', request: PAID })
  const made = await run(make, memoryFiles(), { prompt: 'A face', path: 'a.png' })
  expect(made).toMatchObject({ isError: true, requests: [PAID] })
  expect(wordsOf(made)).toContain('I may not.')
})

it('it is asked about, is never run twice by itself, and its words are guarded if they go to another provider', () => {
  expect(tool().make).toMatchObject({ repeat: 'once', approval: 'ask' })
  expect(tool().make.sends).toBeUndefined()
  expect(tool(PNG, 'Painter').make.sends?.({ prompt: 'A kite' })).toEqual({ words: 'A kite', to: 'Painter' })
})
