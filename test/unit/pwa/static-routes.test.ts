import { describe, expect, it, vi } from 'vitest'
import { followRoutes, plainAddresses, staticRoutes } from '../../../src/pwa/static-routes.ts'

const scope = 'https://app.test/some/path/'
const routes = staticRoutes(scope, { files: 'files', page: 'page' })
const paths = routes.map(({ condition, source }) => [condition.urlPattern.pathname, source.cacheName])

describe('what the browser answers by itself', () => {
  it('is the page and its parts, below the path where the app lives', () => {
    expect(paths).toEqual([
      ['/some/path/assets/*', 'files'],
      ['/some/path/', 'page'],
      ['/some/path/index.html', 'page'],
      ['/some/path/icons/icon.svg', 'page'],
      ['/some/path/manifest.webmanifest', 'page'],
    ])
    expect([...plainAddresses(scope)]).toEqual([
      [scope, 'index.html'],
      [`${scope}index.html`, 'index.html'],
      [`${scope}icons/icon.svg`, 'icons/icon.svg'],
      [`${scope}manifest.webmanifest`, 'manifest.webmanifest'],
    ])
  })

  it('has nothing behind a question mark: what is shared to the app comes so, and no cache would know the address', () => {
    for (const { condition } of routes)
      expect(condition).toMatchObject({ urlPattern: { search: '' }, requestMethod: 'get' })
  })

  it('is nothing where the browser has no such rules, or knows others', async () => {
    await expect(followRoutes({}, routes)).resolves.toBeUndefined()
    const said = vi.spyOn(console, 'info').mockImplementation(() => undefined)
    const refusing = { addRoutes: () => Promise.reject(new TypeError('unknown source')) }
    await expect(followRoutes(refusing, routes)).resolves.toBeUndefined()
    expect(said).toHaveBeenCalledOnce()
    said.mockRestore()
  })
})
