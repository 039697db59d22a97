import { expect, it } from 'vitest'
import { LOCAL_PRESETS, localServers } from '../../../../src/worker/requests/local-servers.ts'

it('looks at the usual ports of this computer and nowhere else', () => {
  expect(
    LOCAL_PRESETS.map(({ baseUrl }) => new URL(baseUrl)).map(({ hostname, port }) => `${hostname}:${port}`),
  ).toEqual(['localhost:11434', 'localhost:1234', 'localhost:8080', 'localhost:8000'])
})

it('a server that blocks web pages was taken for none: it is told apart from a port where nothing answers', async () => {
  const list = async ({ name }: { name: string }): Promise<string[]> => {
    if (name === 'LM Studio') return ['qwen']
    throw new Error('Failed to fetch')
  }
  const found = await localServers(list, async (baseUrl) => baseUrl.includes(':11434'))
  expect(found).toEqual([
    { baseUrl: 'http://localhost:11434/v1', models: null },
    { baseUrl: 'http://localhost:1234/v1', models: ['qwen'] },
  ])
})
