import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPolicy, ownScript } from '../../../../src/ui/base/kit/trusted-types.ts'

const scope = 'https://host.example/app/'

afterEach(() => vi.unstubAllGlobals())

describe('ownScript', () => {
  it.each(['./service-worker.js', 'assets/worker-1a2b.js', 'https://host.example/app/assets/worker-1a2b.js'])(
    'admits %s',
    (url) => expect(ownScript(url, scope)).toBe(url),
  )

  it.each([
    'https://evil.example/app/x.js',
    'https://host.example/other/x.js',
    '../x.js',
    '/x.js',
    '//evil.example/x.js',
    'data:text/javascript,alert(1)',
    'blob:https://host.example/app/1234.js',
    'javascript:alert(1)//.js',
    './manifest.webmanifest',
    'https://host.example/app',
    'https://host.example.evil.example/app/x.js',
    'http://[',
    '',
  ])('refuses %s', (url) => expect(() => ownScript(url, scope)).toThrow(TypeError))
})

describe('createPolicy', () => {
  it('asks the browser for the policy by its name', () => {
    const createPolicyOfBrowser = vi.fn(() => ({ createHTML: () => 'trusted', createScriptURL: () => 'trusted' }))
    vi.stubGlobal('trustedTypes', { createPolicy: createPolicyOfBrowser })
    expect(createPolicy('reflexor-templates', {}).createHTML('x')).toBe('trusted')
    expect(createPolicyOfBrowser).toHaveBeenCalledWith('reflexor-templates', {})
  })

  it('applies the rules itself where the browser has no Trusted Types', () => {
    const policy = createPolicy('default', { createScriptURL: (url) => ownScript(url, scope) })
    expect(policy.createScriptURL('./a.js')).toBe('./a.js')
    expect(() => policy.createScriptURL('//evil.example/a.js')).toThrow(TypeError)
  })
})
