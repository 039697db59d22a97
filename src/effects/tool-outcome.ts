import * as z from 'zod/mini'
import { MOST_FOUND } from '../agent/config.ts'
import { Display, FileChange, PlainBlock, Question, Usage } from '../agent/content.ts'
import { Form } from '../agent/form.ts'
import { MAX_STEPS, PlanStep } from '../agent/plan.ts'
import { clip } from '../tools/text-bytes.ts'
import { parsePath } from '../tools/workspace/path.ts'
import { type AfterToolCallHook, given, type ToolResult } from './tool-hooks.ts'

/** Parses what tools return: a tool may be remote or wrong, and its result becomes part of the state. */

const cleanPaths = (files: FileChange[]): boolean =>
  files.every(({ path }) => parsePath(path).path === path) &&
  new Set(files.map(({ path }) => path)).size === files.length

const Result = z.object({
  content: z.array(PlainBlock),
  details: z.optional(Display),
  files: z.optional(
    z.array(FileChange).check(z.maxLength(1000), z.refine(cleanPaths, 'paths must be clean, each once')),
  ),
  plan: z.optional(z.array(PlanStep).check(z.maxLength(MAX_STEPS))),
  found: z.optional(z.array(z.string().check(z.maxLength(64))).check(z.maxLength(MOST_FOUND))),
  terminate: z._default(z.boolean(), false),
  isError: z._default(z.boolean(), false),
  spent: z.optional(z.object({ tokens: z.number().check(z.nonnegative()), cost: z.number().check(z.nonnegative()) })),
  requests: z.optional(
    z.array(
      z.object({
        model: z.object({ providerId: z.string(), model: z.string() }),
        usage: Usage,
        cost: z.nullable(z.number().check(z.nonnegative())),
      }),
    ),
  ),
})
const Outcome = z.union([
  z.object({ waitUntil: z.number(), closeWith: z.array(PlainBlock) }),
  z.object({ ask: Question }),
  z.object({ form: Form }),
  z.object({ helper: z.string().check(z.minLength(1), z.maxLength(64)) }),
  Result,
])
export type FinishedTool = z.output<typeof Result>
export type ParsedOutcome = z.output<typeof Outcome>

/** Throws a readable error if a tool did not return an outcome. */
export function parseOutcome(value: unknown): ParsedOutcome {
  const parsed = Outcome.safeParse(value)
  if (!parsed.success) throw new Error('The tool returned something that is not a result.', { cause: parsed.error })
  return parsed.data
}

/** The result for an exception, as the model reads it. */
export function failed(words: string): FinishedTool {
  return { content: [{ type: 'text', text: words }], terminate: false, isError: true }
}

/**
 * Lets the hook rewrite a result (seed 004): the returned fields replace those of the result. A result that became an
 * error changes no files and no plan.
 */
export async function applyHook(
  hook: AfterToolCallHook | undefined,
  call: Omit<Parameters<AfterToolCallHook>[0], 'result'>,
  finished: FinishedTool,
): Promise<FinishedTool> {
  if (!hook) return finished
  const { files, plan, found, spent, requests, ...result } = finished
  const rewritten = await hook({ ...call, result: result satisfies ToolResult })
  if (!rewritten) return finished
  const parsed = Result.safeParse({ ...result, ...given(rewritten), files, plan, found, spent, requests })
  if (!parsed.success) throw new Error('The hook after the tool call returned something that is not a result.')
  return parsed.data
}

/** The text of an error, at most 8,000 characters. */
export function errorWords(content: FinishedTool['content']): string {
  const words = content
    .flatMap((block) => (block.type === 'text' ? [block.text] : []))
    .join('\n')
    .trim()
  return words === '' ? 'The tool failed without saying why.' : clip(words, 8000)
}
