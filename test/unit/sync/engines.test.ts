import { expect, it } from 'vitest'
import { ENGINES } from '../../../src/sync/engines.ts'

it.each(ENGINES)('$name asks for its address in its own words', ({ urlOf }) => {
  for (const address of ['', '   '])
    expect(urlOf({ address, database: 'reflexor', bucket: 'bucket' })).toEqual({
      field: 'address',
      problem: 'Enter the address of the storage. It begins with https://.',
    })
  expect(urlOf({ address: 'couch', database: 'reflexor', bucket: 'bucket' })).toMatchObject({ field: 'address' })
})
