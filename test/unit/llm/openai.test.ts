import { describe } from 'vitest'
import { responsesRecorded } from './recorded.ts'
import { runWireContract } from './wire-contract.ts'

describe('openai', () => runWireContract(responsesRecorded))
