import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * Names of built scripts that hold the means of failing on purpose: reading plans, acting on them, the points
 * of the storage. The calls that effects make through their ports remain, and reach an empty function.
 */
function scriptsWithFailpoints(build: 'dist' | 'dist-test'): string[] {
  const assets = fileURLToPath(new URL(`../../${build}/assets/`, import.meta.url))
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  return scripts.filter((name) =>
    /Unknown failpoint|Failpoint |before-commit|test_pay|\[hook: |reflexor-test-clock/.test(
      readFileSync(`${assets}${name}`, 'utf8'),
    ),
  )
}

describe('failpoints', () => {
  it('are not in the production build, where a link could arm them', () => {
    expect(scriptsWithFailpoints('dist')).toEqual([])
  })

  it('are in the build of mode test', () => {
    expect(scriptsWithFailpoints('dist-test')).not.toEqual([])
  })
})
