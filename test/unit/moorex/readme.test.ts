import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { importBundled } from '../../bench/moorex-bundle.mjs'
import { settle } from './harness.ts'

const folder = new URL('../../../src/moorex/', import.meta.url)
const blocks = [...readFileSync(new URL('README.md', folder), 'utf8').matchAll(/```ts\n(.*?)```/gs)]

type Disk = { state: { questions: string[]; answers: string[] } }
type Machine = { dispatch: (signal: { type: 'question'; text: string }) => Promise<void>; stop: () => void }
type Example = { open: (disk: Disk, think: (question: string, signal: AbortSignal) => Promise<string>) => Machine }

describe('the example of the README', () => {
  it('runs as it stands there: after a crash in mid-thought the restored machine thinks again and goes on', async () => {
    expect(blocks).toHaveLength(1)
    const { open } = (await importBundled(blocks[0]?.[1] ?? '', folder)) as Example
    const disk: Disk = { state: { questions: [], answers: [] } }

    const aborted: boolean[] = []
    const first = open(disk, (_question, signal) => {
      signal.addEventListener('abort', () => aborted.push(true))
      return new Promise(() => {})
    })
    await first.dispatch({ type: 'question', text: 'one' })
    await first.dispatch({ type: 'question', text: 'two' })
    first.stop()
    expect(aborted).toEqual([true])
    expect(disk.state).toEqual({ questions: ['one', 'two'], answers: [] })

    const asked: string[] = []
    open(disk, async (question) => {
      asked.push(question)
      if (question === 'two') throw new Error('no idea')
      return question.toUpperCase()
    })
    await settle()
    expect(asked).toEqual(['one', 'two'])
    expect(disk.state.answers).toEqual(['ONE', 'failed: Error: no idea'])
  })

  it('is about thirty lines of code', () => {
    const lines = (blocks[0]?.[1] ?? '')
      .split('\n')
      .filter((line) => line.trim() !== '' && !/^(import|type) /.test(line))
    expect(lines.length).toBeLessThanOrEqual(32)
  })
})
