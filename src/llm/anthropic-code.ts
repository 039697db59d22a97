import { type AssistantPart, codeParts } from './code-runs.ts'
import { isRecord } from './is-record.ts'
import type { CodeRun } from './port.ts'

/**
 * Code that Anthropic runs itself: one block for the call (a command, writing or viewing a file, Python in the older
 * version) and one for the result. The library fails on an unknown shape, so it gets only shapes that it accepts.
 */

const CALLS = new Set(['code_execution', 'bash_code_execution', 'text_editor_code_execution'])
const RESULTS = /^(bash_|text_editor_)?code_execution_tool_result$/

/** The block in the library's shape; null: another kind of block. */
export function ranBlock(block: Record<string, unknown>): Record<string, unknown> | null {
  const { type, id, name, input, tool_use_id, content } = block
  if (type === 'server_tool_use') {
    if (typeof id !== 'string' || !CALLS.has(String(name))) return null
    // input that arrives whole gets the shape of streamed input, which includes the tool's name
    const whole = isRecord(input) && Object.keys(input).length > 0 ? { type: name, ...input } : {}
    return { type, id, name, input: whole }
  }
  if (!RESULTS.test(String(type)) || typeof tool_use_id !== 'string' || !isRecord(content)) return null
  const result = resultOf(content)
  return result === null ? null : { type, tool_use_id, content: result }
}

function resultOf(content: Record<string, unknown>): Record<string, unknown> | null {
  const type = String(content['type'])
  if (/^(bash_|text_editor_)?code_execution_tool_result_error$/.test(type))
    return { type, error_code: textOf(content['error_code']) }
  const files = Array.isArray(content['content']) ? content['content'].filter(isRecord) : []
  const ran = {
    type,
    stderr: textOf(content['stderr']),
    return_code: numberOf(content['return_code']) ?? 0,
    content: files.flatMap(({ type: kind, file_id }) => (typeof file_id === 'string' ? [{ type: kind, file_id }] : [])),
  }
  switch (type) {
    case 'code_execution_result':
    case 'bash_code_execution_result':
      return { ...ran, stdout: textOf(content['stdout']) }
    case 'encrypted_code_execution_result':
      return { ...ran, encrypted_stdout: textOf(content['encrypted_stdout']) }
    case 'text_editor_code_execution_view_result':
      return {
        type,
        content: textOf(content['content']),
        file_type: textOf(content['file_type']),
        ...numbers(content, ['num_lines', 'start_line', 'total_lines']),
      }
    case 'text_editor_code_execution_create_result':
      return { type, is_file_update: content['is_file_update'] === true }
    case 'text_editor_code_execution_str_replace_result':
      return {
        type,
        lines: Array.isArray(content['lines']) ? content['lines'].map(String) : null,
        ...numbers(content, ['new_lines', 'new_start', 'old_lines', 'old_start']),
      }
    default:
      return null
  }
}

/** Turns a run back into its two original blocks; null: not from Anthropic, or its id was already sent. */
export function runsBack(): (run: CodeRun) => AssistantPart[] | null {
  const used = new Set<unknown>()
  return ({ meta }) => {
    const { id, call, result } = meta?.['anthropic'] ?? {}
    if (typeof id !== 'string' || used.has(id)) return null
    used.add(id)
    return codeParts(id, call, result)
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null)
const numbers = (from: Record<string, unknown>, names: string[]): Record<string, number | null> =>
  Object.fromEntries(names.map((name) => [name, numberOf(from[name])]))
