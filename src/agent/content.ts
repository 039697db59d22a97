import { z } from 'zod'
import type {
  LlmErrorKind,
  StopReason as LlmStopReason,
  TextBlock as LlmText,
  ThinkingBlock as LlmThinking,
  Usage as LlmUsage,
  ProviderMeta,
} from '../llm/port.ts'
import type { Display as ToolDisplay, FileChange as ToolFileChange, Question as ToolQuestion } from '../tools/tool.ts'

/** Content blocks as the state keeps them (seed 004). Bytes are never in the state: an image names a blob by its SHA-256. */

export const Sha = z.string().regex(/^[0-9a-f]{64}$/)
export const Meta: z.ZodType<ProviderMeta> = z.record(
  z.string(),
  z.record(z.string(), z.json()),
) as z.ZodType<ProviderMeta>

export const TextBlock: z.ZodType<LlmText> = z.object({
  type: z.literal('text'),
  text: z.string(),
  meta: Meta.optional(),
})
const ThinkingBlock: z.ZodType<LlmThinking> = z.object({
  type: z.literal('thinking'),
  text: z.string(),
  redacted: z.boolean().optional(),
  meta: Meta.optional(),
})
const ImageBlock = z.object({
  type: z.literal('image'),
  mediaType: z.string().max(100),
  blob: Sha,
})
export type TextBlock = z.infer<typeof TextBlock>

/** What a person sends and what a tool returns. */
export const PlainBlock = z.union([TextBlock, ImageBlock])
export type PlainBlock = z.infer<typeof PlainBlock>
/** What a model says. */
export const AnswerBlock = z.union([TextBlock, ThinkingBlock])
export type AnswerBlock = z.infer<typeof AnswerBlock>

export const Usage: z.ZodType<LlmUsage> = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  reasoning: z.number(),
})
export type Usage = z.infer<typeof Usage>
export const StopReason: z.ZodType<LlmStopReason> = z.enum(['stop', 'length', 'tool-use', 'refusal', 'other'])
export type StopReason = z.infer<typeof StopReason>

const KINDS = [
  'bad-key',
  'network',
  'rate-limit',
  'overloaded',
  'server',
  'context-too-long',
  'not-found',
  'bad-request',
  'refused',
  'broken-stream',
  'empty',
  'timeout',
  'aborted',
  'unknown',
] as const satisfies LlmErrorKind[]
/** Why an answer failed. `lost`: its effect ended without a word; `poison`: started too often without an end; `config`: no usable provider;
 * `interrupted`: a long answer broke off, and the person wants to be asked before it is paid for again. */
export const Failure = z.object({
  kind: z.enum([...KINDS, 'lost', 'poison', 'config', 'interrupted']),
  message: z.string().max(4000),
})
export type Failure = z.infer<typeof Failure>

export const Display: z.ZodType<ToolDisplay> = z.discriminatedUnion('shape', [
  z.object({ shape: z.literal('text'), text: z.string() }),
  z.object({
    shape: z.literal('code'),
    language: z.string(),
    text: z.string(),
  }),
  z.object({
    shape: z.literal('table'),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())),
  }),
  z.object({ shape: z.literal('image'), mediaType: z.string(), blob: Sha }),
  z.object({ shape: z.literal('file'), path: z.string() }),
  z.object({
    shape: z.literal('diff'),
    path: z.string(),
    before: z.string(),
    after: z.string(),
  }),
  z.object({
    shape: z.literal('web-page'),
    url: z.string(),
    title: z.string(),
    text: z.string(),
  }),
  z.object({ shape: z.literal('artifact'), path: z.string(), blob: Sha, title: z.string() }),
])
export type Display = z.infer<typeof Display>

export const FileChange: z.ZodType<ToolFileChange> = z.object({
  path: z.string().min(1).max(1024),
  from: Sha.nullable(),
  to: Sha.nullable(),
  size: z.number().int().nonnegative(),
  mediaType: z.string().max(200),
})
export type FileChange = z.infer<typeof FileChange>

export const Question: z.ZodType<ToolQuestion> = z.object({
  text: z.string(),
  choices: z.array(z.string()).max(20),
})
export type Question = z.infer<typeof Question>
