import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)
const { exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as {
  exports: Record<string, string>
}

it('the package exports the machine, which can be used without the app', async () => {
  expect(Object.keys(exports)).toEqual(['./moorex', './moorex/definition'])
  for (const file of Object.values(exports)) expect(readFileSync(new URL(file, root), 'utf8')).not.toBe('')
  const { createMoorex } = (await import(
    new URL(exports['./moorex'] ?? '', root).pathname
  )) as typeof import('../../../src/moorex/create-moorex.ts')
  const counter = createMoorex<number, number, never>({
    initiate: () => 1,
    transition: (more) => (count) => count + more,
    effectsAt: () => ({}),
    runEffect: () => ({ start: async () => {}, cancel: () => {} }),
  })
  await counter.dispatch(2)
  expect(counter.getState()).toBe(3)
})
