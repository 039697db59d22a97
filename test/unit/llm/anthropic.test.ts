import { describe } from 'vitest'
import { anthropicRecorded } from './recorded.ts'
import { runWireContract } from './wire-contract.ts'

describe('anthropic', () => runWireContract(anthropicRecorded))
