import { existsSync, readFileSync } from 'node:fs'

/**
 * @typedef {{ passed: number, failures: string[] }} Counted
 * @typedef {{ status: string, fullName: string }} Assertion
 * @typedef {{ name: string, status: string, assertionResults: Assertion[] }} TestFile
 */

/**
 * Counts the tests of one run of Vitest from its JSON report. A skipped test counts as failed.
 * @param {{ title: string, report: string, root: string, exitedWell: boolean }} run `report`: the path of its JSON
 * @returns {Counted}
 */
export function countTests({ title, report, root, exitedWell }) {
  if (!existsSync(report)) return { passed: 0, failures: [`${title}: no report (nothing ran, or it was ended)`] }
  /** @type {TestFile[]} */
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults
  let passed = 0
  /** @type {string[]} */
  const failures = []
  for (const file of files) {
    const name = file.name.replace(root, '')
    const bad = file.assertionResults.filter((test) => test.status !== 'passed')
    passed += file.assertionResults.length - bad.length
    for (const test of bad)
      failures.push(`${name}: ${test.fullName}${test.status === 'failed' ? '' : ` (${test.status})`}`)
    if (file.status === 'failed' && bad.length === 0) failures.push(`${name}: the file itself failed`)
  }
  // an unhandled error outside of every test fails the run, though no test of the report did
  if (!exitedWell && failures.length === 0) failures.push(`${title}: failed outside of a test`)
  if (exitedWell && passed === 0 && failures.length === 0) failures.push(`${title}: no test ran`)
  return { passed, failures }
}

/**
 * Sentences about what the torture found, for the end of the output: its evidence is far above, and its files go with
 * the machine.
 * @param {string} path of the torture's own report
 * @returns {string}
 */
export function tortureSaid(path) {
  if (!existsSync(path)) return ' (no report: it was ended)'
  /** @type {{ seconds: number, scenarios: number, violations: { seed: number, sentences: string[] }[] }} */
  const { seconds, scenarios, violations } = JSON.parse(readFileSync(path, 'utf8'))
  const sentences = violations.flatMap(({ seed, sentences }) =>
    sentences.map((words) => `\n    seed ${seed}: ${words.slice(0, 1500)}`),
  )
  if (sentences.length === 0) return ` (no violation: it was ended, ${scenarios} scenarios done in ${seconds} s)`
  return sentences.slice(0, 8).join('')
}
