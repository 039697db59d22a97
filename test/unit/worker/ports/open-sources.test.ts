import { afterEach, expect, it, vi } from 'vitest'
import { hostsOfSources } from '../../../../src/settings/open-sources.ts'
import type { OpenSource } from '../../../../src/tools/web/open-source-names.ts'
import { webFor } from '../../../../src/worker/ports/granted-origins.ts'

/** Which requests for the words of a search leave, with these permissions. */
async function sent(grants: string[], source: OpenSource, path = '/search?q=rivers'): Promise<string[]> {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: unknown, init?: RequestInit) => {
    const request = new Request(input as string, init)
    asked.push(`${request.url} ${request.redirect} ${request.headers.get('authorization')}`)
    return Response.json({})
  })
  await webFor({} as never, grants)
    .getSource?.(source, path, AbortSignal.timeout(5000))
    .catch((error: unknown) => asked.push(`refused: ${error instanceof Error ? error.message : ''}`))
  return asked
}
afterEach(() => vi.unstubAllGlobals())

it.each([['search:all'], ['search:github'], ['words:search_web:all'], ['words:search_web:github']])(
  'with %s nothing is asked, or with more than the words',
  async (grant) => {
    expect(await sent([grant], 'github')).toEqual(['https://api.github.com/search?q=rivers error null'])
  },
)

it.each([
  [[]],
  [['search:npm', 'words:search_web', 'words:search_web:npm']],
  [['origin:https://github.com', 'links:https://api.github.com', 'search:']],
])('a source is asked that nobody allowed (%j)', async (grants) => {
  const asked = await sent(grants, 'github')
  expect(asked).toHaveLength(1)
  expect(asked[0]).toMatch(/^refused: /)
})

it('a path leads to another host', async () => {
  expect((await sent(['search:all'], 'github', '@evil.example/x'))[0]).toMatch(/^refused: /)
  expect((await sent(['search:all'], 'github', '.evil.example/x'))[0]).toMatch(/^refused: /)
})

it('the question does not name who sees the words', () => {
  expect(hostsOfSources('github')).toBe('GitHub (api.github.com)')
  expect(hostsOfSources('all')).toContain('Wikipedia (en.wikipedia.org), OpenAlex (api.openalex.org)')
  expect(hostsOfSources('all')).toContain('GitHub (api.github.com)')
  expect(hostsOfSources('evil')).toBe('')
})
