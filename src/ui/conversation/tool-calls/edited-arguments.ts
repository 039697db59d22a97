import { t } from '../../base/words/t.ts'

/** Why this text cannot be the arguments of a call, as a sentence for the person; null if it can. */
export function argumentsProblem(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? null : t('Arguments are a JSON object: {example}.', { example: '{ "name": value }' })
  } catch (error) {
    return t('This is not JSON: {problem}', { problem: error instanceof Error ? error.message : String(error) })
  }
}

/** The same arguments without white space, to compare and to send; text that is not JSON stays unchanged. */
export function compactArguments(text: string): string {
  try {
    return argumentsProblem(text) === null ? JSON.stringify(JSON.parse(text)) : text
  } catch {
    // nested too deeply: it can be parsed but not written
    return text
  }
}
