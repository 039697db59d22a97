import { expect, it } from 'vitest'
import { ENGINES } from '../../../src/sync/engines.ts'

it.each(ENGINES)('$id asks for its address', ({ urlOf }) => {
  for (const address of ['', '   '])
    expect(urlOf({ address, database: 'reflexor', bucket: 'bucket' })).toEqual({
      field: 'address',
      why: 'missing',
    })
  expect(urlOf({ address: 'couch', database: 'reflexor', bucket: 'bucket' })).toMatchObject({ field: 'address' })
})
