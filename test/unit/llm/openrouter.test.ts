import { describe } from 'vitest'
import { openaiRecorded } from './recorded.ts'
import { runWireContract } from './wire-contract.ts'

describe('openrouter', () => runWireContract({ ...openaiRecorded, kind: 'openrouter' }))
