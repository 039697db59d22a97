import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Message } from '../../../src/agent/message.ts'
import { checkLogs } from '../../torture/oracle.ts'
import { logPath } from '../../torture/program.ts'
import type { Rows } from '../../torture/stored.ts'

const STEP = 's1n0m0x0x0'
const call = (kind: 'ok' | 'error', providerId = STEP) => ({ providerId, name: 'run_shell', result: { kind } })
const shaOf = (text: string): string => createHash('sha256').update(text).digest('hex')
/** What is found where these calls left this text; null: no file. */
function found(calls: ReturnType<typeof call>[], text: string | null): string[] {
  const files = text === null ? [] : [{ path: logPath(STEP), blob: shaOf(text) }]
  const messages = [{ role: 'assistant', calls } as unknown as Message]
  const sentences: string[] = []
  checkLogs({ files, messages } as unknown as Rows, (holds, sentence) => {
    if (!holds) sentences.push(sentence)
  })
  return sentences
}

describe('files that code appends to', () => {
  it('are right with one line for each run that ended well', () => {
    expect(found([call('ok')], `${STEP}\n`)).toEqual([])
    expect(found([call('ok'), call('ok')], `${STEP}\n${STEP}\n`)).toEqual([])
    expect(found([call('error')], null)).toEqual([])
  })

  it('are wrong if a run counted twice, not at all, or though it failed', () => {
    expect(found([call('ok')], `${STEP}\n${STEP}\n`)).toHaveLength(1)
    expect(found([call('ok')], null)).toHaveLength(1)
    expect(found([call('error')], `${STEP}\n`)).toHaveLength(1)
  })
})
