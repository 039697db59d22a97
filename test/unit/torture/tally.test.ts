import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fingerprint, type Sitting, sumOf, withSitting } from '../../torture/tally.ts'

const sitting = (changes: Partial<Sitting>): Sitting => ({
  ...{ began: '2026-01-01T00:00:00.000Z', firstSeed: 1, kills: 10, killsAt: { life: 10 }, faults: 40, points: {} },
  ...{ scenarios: 2, acts: 7, summaries: 1, seconds: 120, takeovers: 1, violated: [] },
  ...changes,
})
const second = { began: '2026-01-02T00:00:00.000Z', firstSeed: 900 }

it('sittings on one build add up', () => {
  const tally = withSitting(withSitting(null, 'a'.repeat(64), sitting({})), 'a'.repeat(64), sitting(second))
  expect(sumOf(tally)).toContain('in 2 sittings of 4 minutes: 20 kills, 80 other faults, 2 takeovers')
  expect(sumOf(tally)).toContain('0 violations')
})

it('a sitting that goes on replaces what was known of it', () => {
  const tally = withSitting(withSitting(null, 'a', sitting({})), 'a', sitting({ kills: 33 }))
  expect(tally.sittings.map(({ kills }) => kills)).toEqual([33])
})

it('two builds are never mixed, and no seed counts twice', () => {
  const tally = withSitting(null, 'a', sitting({}))
  expect(() => withSitting(tally, 'b', sitting(second))).toThrow(/another build/)
  expect(() => withSitting(tally, 'a', sitting({ began: second.began }))).toThrow(/would count twice/)
})

it('a violation and failpoints that crashed too seldom are named', () => {
  const points = { 'before-commit crash': 12, 'after-commit crash': 3, 'after-commit delay-50': 40 }
  const words = sumOf(withSitting(null, 'a', sitting({ points, violated: [77] })))
  expect(words).toContain('violated by the seeds 77')
  expect(words).toMatch(/^1 of \d+ failpoints crashed at least 10 times; fewer: .*after-commit 3,/m)
  // one at which nothing ever crashed is no proof of anything
  expect(words).toContain('inside-upgrade 0')
})

it('a build is known by the names and bytes of its files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tally-'))
  try {
    const put = (name: string, text: string): void => writeFileSync(join(folder, name), text)
    mkdirSync(join(folder, 'assets'))
    put('index.html', 'a')
    put('assets/main.js', 'b')
    const first = fingerprint(folder)
    expect(fingerprint(folder)).toBe(first)
    put('assets/main.js', 'c')
    const changed = fingerprint(folder)
    put('assets/main.js', 'b')
    put('assets/other.js', '')
    expect(new Set([first, changed, fingerprint(folder)]).size).toBe(3)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
