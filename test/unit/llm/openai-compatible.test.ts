import { describe } from 'vitest'
import { openaiRecorded } from './recorded.ts'
import { runWireContract } from './wire-contract.ts'

describe('openai-compatible', () => runWireContract(openaiRecorded))
