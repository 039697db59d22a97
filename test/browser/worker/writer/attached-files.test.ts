import { expect, it } from 'vitest'
import type { DocumentBlock } from '../../../../src/agent/content.ts'
import type { Command } from '../../../../src/protocol/command.ts'
import { putBlob } from '../../../../src/storage/blobs.ts'
import { readFileHistory } from '../../../../src/storage/file-history.ts'
import { readFiles } from '../../../../src/storage/files.ts'
import { openView } from '../../../../src/storage/read.ts'
import { said } from '../../../support/said.ts'
import { writerDatabase } from '../../storage/support.ts'
import { beginWriter } from '../begin-writer.ts'

async function session() {
  const { db, epoch } = await writerDatabase()
  const { writer } = await beginWriter(db, epoch)
  await writer.run('c', {
    kind: 'create-session',
    sessionId: 'new',
    providerId: 'none',
    model: 'none',
    thinking: 'off',
  })
  const attached = async (path: string, text: string): Promise<DocumentBlock> => {
    const bytes = new TextEncoder().encode(text)
    const blob = await putBlob(db, bytes, 0)
    const file = { path, blob, size: bytes.length, mediaType: 'text/plain' }
    return { type: 'document', name: path, mediaType: 'text/plain', blob, words: blob, length: text.length, file }
  }
  const send = async (messageId: string, content: DocumentBlock[]) => {
    const input = said({ type: 'user-send-message', messageId, content, delivery: 'steer' } as const)
    const command: Command = { kind: 'input', sessionId: 'new', input }
    return writer.run(messageId, command)
  }
  const paths = async (): Promise<string[]> => (await readFiles(db, 'new'))?.files.map(({ path }) => path) ?? []
  return { db, attached, send, paths }
}

it('attached files were not in the workspace: each is there under its own name, and a second one gets a number', async () => {
  const { db, attached, send, paths } = await session()
  expect(await send('m1', [await attached('a.csv', 'one'), await attached('../b\n.txt', 'two')])).toMatchObject({
    outcome: 'committed',
  })
  expect(await paths()).toEqual(['.._b_.txt', 'a.csv'])
  expect(await send('m2', [await attached('a.csv', 'three'), await attached('a.csv', 'four')])).toMatchObject({
    outcome: 'committed',
  })
  expect(await paths()).toEqual(['.._b_.txt', 'a-2.csv', 'a-3.csv', 'a.csv'])
  const view = await openView(db, 'new', 9)
  if (view.type === 'missing') throw new Error('missing')
  const blocks = [...view.view.messages, ...view.view.queue].flatMap((row) =>
    row.content.flatMap((block) => (block.type === 'document' ? [block.file] : [])),
  )
  expect(blocks.map((file) => [file?.path, file?.mediaType])).toContainEqual(['a-3.csv', 'text/csv'])
  expect(await readFileHistory(db, 'new', 'a-2.csv')).toMatchObject([{ by: null, size: 5 }])
})

it('the same file attached again is the same file', async () => {
  const { attached, send, paths } = await session()
  await send('m1', [await attached('a.csv', 'one')])
  await send('m2', [await attached('a.csv', 'one')])
  expect(await paths()).toEqual(['a.csv'])
})

it('two messages at the same moment with files of one name both keep theirs', async () => {
  const { attached, send, paths } = await session()
  const files = await Promise.all([attached('a.csv', 'one'), attached('a.csv', 'two')])
  const ends = await Promise.all(files.map((file, n) => send(`m${n}`, [file])))
  expect(ends).toMatchObject([{ outcome: 'committed' }, { outcome: 'committed' }])
  expect(await paths()).toEqual(['a-2.csv', 'a.csv'])
})
