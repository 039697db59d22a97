import type { CodeRun } from '../llm/port.ts'

/**
 * Code that a provider ran itself, as streaming text that only grows: one line of JSON for the code, one for its
 * output. Pure.
 */

export const runLine = ({ language, code }: Pick<CodeRun, 'language' | 'code'>): string =>
  `${JSON.stringify({ language, code })}\n`
export const outputLine = ({ output, failed }: { output: string; failed?: boolean | undefined }): string =>
  `${JSON.stringify({ output, ...(failed && { failed }) })}\n`

/** Reads such text; null if not even the code is known. Cut or foreign lines are ignored. */
export function readRunLines(text: string): CodeRun | null {
  const [begun, ended] = text.split('\n').map(fieldsOf)
  if (typeof begun?.['language'] !== 'string' || typeof begun['code'] !== 'string') return null
  const output = typeof ended?.['output'] === 'string' ? ended['output'] : null
  const failed = output !== null && ended?.['failed'] === true
  return { type: 'code-run', language: begun['language'], code: begun['code'], output, ...(failed && { failed }) }
}

function fieldsOf(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
