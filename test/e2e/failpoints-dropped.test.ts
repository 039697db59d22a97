import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/**
 * What a built script contains if it can fail on purpose: plans are read and carried out, the storage has its points.
 */
const FAILPOINTS = /Unknown failpoint|Failpoint |before-commit|test_pay|\[hook: /
/** The same for the seams of time: a moved clock, a silence that ends sooner, waits that pass quicker. */
const SEAMS = ['reflexor-test-clock', 'test-pace', /\.has\([`"']silence[`"']\)/]

/**
 * Names of built scripts that match. The calls that effects make through their ports remain, and reach an empty
 * function.
 */
function scriptsWith(pattern: RegExp | string, build: 'dist' | 'dist-test'): string[] {
  const assets = fileURLToPath(new URL(`../../${build}/assets/`, import.meta.url))
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(1)
  return scripts.filter((name) => readFileSync(`${assets}${name}`, 'utf8').search(pattern) >= 0)
}

describe('failpoints', () => {
  it('are not in the production build, where a link could arm them', () => {
    expect(scriptsWith(FAILPOINTS, 'dist')).toEqual([])
  })

  it('are in the build of mode test', () => {
    expect(scriptsWith(FAILPOINTS, 'dist-test')).not.toEqual([])
  })
})

it.each(SEAMS)('a link could change how time passes in the production build: %s is in the test build alone', (seam) => {
  expect(scriptsWith(seam, 'dist')).toEqual([])
  expect(scriptsWith(seam, 'dist-test')).not.toEqual([])
})
