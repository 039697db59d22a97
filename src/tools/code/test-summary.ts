import type { TestReport } from '../tool.ts'

/** Test results in words for a model. */
export function testSummary({ passed, failed, skipped, assertions, failures }: TestReport): string {
  const left = skipped === 0 ? '' : `, ${skipped} skipped`
  const more = failed > failures.length ? [`and ${failed - failures.length} more`] : []
  const lines = failures.length === 0 ? [] : ['Failed:', ...failures.map((name) => `- ${name}`), ...more]
  return [`Tests: ${passed} passed, ${failed} failed${left} (${assertions} assertions)`, ...lines].join('\n')
}
