import { expect, it } from 'vitest'
import { FaultKind, StorageFault } from '../../../src/settings/storage-fault.ts'
import { classifyFault, DamagedRecord, faultOf } from '../../../src/storage/fault.ts'

it.each([
  ['QuotaExceededError', 'quota'],
  ['VersionError', 'newer-data'],
  ['InvalidStateError', 'connection-closed'],
  ['AbortError', 'aborted'],
  ['UnknownError', 'aborted'],
  ['SecurityError', 'unavailable'],
  ['DataError', 'unknown'],
  ['ConstraintError', 'unknown'],
])('a %s is the fault %s', (name, kind) => {
  expect(classifyFault(new DOMException('words of the browser', name)).kind).toBe(kind)
})

it('names a damaged record', () => {
  const fault = classifyFault(new DamagedRecord('message 12 of this session'))
  expect(fault).toMatchObject({
    kind: 'damaged',
    message: 'A saved record can’t be read: message 12 of this session.',
  })
})

it.each([undefined, null, 'text', 7, {}, new Error('odd')])(
  'makes a whole fault of whatever was thrown: %s',
  (thrown) => {
    expect(StorageFault.parse(classifyFault(thrown)).kind).toBe('unknown')
  },
)

it.each(FaultKind.options)('says of %s what happened, what is safe and what to do', (kind) => {
  const fault = StorageFault.parse(faultOf(kind))
  for (const words of [fault.message, fault.safe, fault.advice]) expect(words).toMatch(/^[A-Z].*\.$/)
})
