import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { countTests } from '../../run/report.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'report-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const count = (testResults: unknown, exitedWell: boolean) => {
  const report = join(folder, 'report.json')
  if (testResults !== undefined) writeFileSync(report, JSON.stringify({ testResults }))
  return countTests({ title: 'unit tests', report, root: '/project/', exitedWell })
}
const file = (status: string, ...tests: string[]) => ({
  name: '/project/a.test.ts',
  status,
  assertionResults: tests.map((of, n) => ({ status: of, fullName: `test ${n}` })),
})

describe('the counts of a test run', () => {
  it('are those of the report', () => {
    expect(count([file('failed', 'passed', 'failed', 'passed')], false)).toEqual({
      passed: 2,
      failures: ['a.test.ts: test 1'],
    })
  })

  it('call a skipped test failed', () => {
    expect(count([file('passed', 'passed', 'skipped')], true).failures).toEqual(['a.test.ts: test 1 (skipped)'])
  })

  it('call a file failed that broke before its first test', () => {
    expect(count([file('failed')], false).failures).toEqual(['a.test.ts: the file itself failed'])
  })

  it('call a run failed that broke outside of a test', () => {
    expect(count([file('passed', 'passed')], false).failures).toEqual(['unit tests: failed outside of a test'])
  })

  it('call a run failed that wrote no report', () => {
    expect(count(undefined, true).failures).toEqual(['unit tests: no report (nothing ran, or it was ended)'])
  })

  it('call a run failed that found no test', () => {
    expect(count([], true).failures).toEqual(['unit tests: no test ran'])
  })
})
