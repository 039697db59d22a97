import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import { isJson } from '../json/map-strings.ts'
import type {
  CodeRun as LlmCodeRun,
  LlmErrorKind,
  StopReason as LlmStopReason,
  TextBlock as LlmText,
  ThinkingBlock as LlmThinking,
  Usage as LlmUsage,
  ProviderMeta,
} from '../llm/port.ts'
import type { Display as ToolDisplay, FileChange as ToolFileChange, Question as ToolQuestion } from '../tools/tool.ts'

/**
 * Content blocks as the state keeps them (seed 004). Bytes are never in the state: an image names a blob by its
 * SHA-256.
 */

export const Sha = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/**
 * Any depth: a row that a hostile provider filled must still open. What is too deep is not sent back
 * (`sendable-meta.ts`).
 */
const Json = z.custom<ProviderMeta[string][string]>(isJson)
export const Meta: z.ZodMiniType<ProviderMeta> = z.lazy(() => z.record(z.string(), z.record(z.string(), Json)))

export const TextBlock: z.ZodMiniType<LlmText> = z.lazy(() =>
  z.object({
    type: z.literal('text'),
    text: z.string(),
    meta: z.optional(Meta),
  }),
)
const ThinkingBlock: z.ZodMiniType<LlmThinking> = z.lazy(() =>
  z.object({
    type: z.literal('thinking'),
    text: z.string(),
    redacted: z.optional(z.boolean()),
    meta: z.optional(Meta),
    ms: z.optional(z.number().check(z.nonnegative())),
  }),
)
/**
 * The original of an attachment as a file of the workspace. A page sends the file's own name as `path`; the writer
 * makes it the path that the file gets.
 */
const AttachedFile = z.object({
  path: z.string().check(z.minLength(1), z.maxLength(1024)),
  blob: Sha,
  size: z.int().check(z.nonnegative()),
  mediaType: z.string().check(z.maxLength(200)),
})
export type AttachedFile = z.infer<typeof AttachedFile>
/** `width` and `height` in pixels, absent if unknown. `name`: the name of the file. */
const imageBlock = () =>
  z.object({
    type: z.literal('image'),
    mediaType: z.string().check(z.maxLength(100)),
    blob: Sha,
    name: z.optional(z.string().check(z.maxLength(200))),
    width: z.optional(z.int().check(z.positive())),
    height: z.optional(z.int().check(z.positive())),
  })
const ImageBlock = z.lazy(() => z.object({ ...imageBlock().shape, file: z.optional(AttachedFile) }))
/**
 * A file to read or to hear. `blob`: the original file. `words`: its plain text (UTF-8) as a blob, with `length`
 * characters; null: no readable text. `pages`: of a PDF. For a recording `length` is in seconds. `digest`: `words` are
 * a description, and the whole is in the workspace.
 */
const DocumentBlock = z.lazy(() =>
  z.object({
    type: z.literal('document'),
    name: z.string().check(z.minLength(1), z.maxLength(200)),
    mediaType: z.string().check(z.maxLength(100)),
    blob: Sha,
    words: z.nullable(Sha),
    length: z.int().check(z.nonnegative()),
    pages: z.optional(z.int().check(z.positive())),
    digest: z.optional(z.boolean()),
    file: z.optional(AttachedFile),
  }),
)
export type TextBlock = Immutable<z.infer<typeof TextBlock>>
export const AttachedBlock = z.lazy(() => z.union([ImageBlock, DocumentBlock]))
export type ImageBlock = Immutable<z.infer<typeof ImageBlock>>
export type DocumentBlock = Immutable<z.infer<typeof DocumentBlock>>
export type AttachedBlock = Immutable<z.infer<typeof AttachedBlock>>

/** Content that a person sends or a tool returns. */
export const PlainBlock = z.lazy(() => z.union([TextBlock, ImageBlock, DocumentBlock]))
export type PlainBlock = Immutable<z.infer<typeof PlainBlock>>
/** An image that a model made. `meta`: data that its provider wants back. */
const AnswerImage = z.lazy(() => z.object({ ...imageBlock().shape, meta: z.optional(Meta) }))
/**
 * The place of call number `call` in the answer. The call itself is stored separately, because it changes long after
 * the answer.
 */
const CallPlace = z.lazy(() => z.object({ type: z.literal('tool-call'), call: z.int().check(z.nonnegative()) }))
/**
 * The pages that an answer is based on, as its provider found them, and where the text cites them. Shown with the
 * answer, never sent to a model.
 */
const SourcesBlock = z.lazy(() =>
  z.object({
    type: z.literal('sources'),
    sources: z
      .array(
        z.object({
          url: z.string().check(z.regex(/^https?:\/\//), z.maxLength(2000)),
          title: z.optional(z.string().check(z.maxLength(300))),
        }),
      )
      .check(z.maxLength(50)),
    citations: z.optional(
      z
        .array(z.object({ at: z.int().check(z.nonnegative()), source: z.int().check(z.nonnegative()) }))
        .check(z.maxLength(200)),
    ),
  }),
)
export type SourcesBlock = Immutable<z.infer<typeof SourcesBlock>>
/**
 * Code that the provider ran while it answered. `output`: what it printed; null: no result came. `meta`: data that its
 * provider wants back.
 */
const CodeRunBlock: z.ZodMiniType<LlmCodeRun> = z.lazy(() =>
  z.object({
    type: z.literal('code-run'),
    language: z.string().check(z.maxLength(40)),
    code: z.string().check(z.maxLength(30_000)),
    output: z.nullable(z.string().check(z.maxLength(30_000))),
    failed: z.optional(z.boolean()),
    meta: z.optional(Meta),
  }),
)
export type CodeRunBlock = Immutable<z.infer<typeof CodeRunBlock>>
/** Everything a model says, in its order: see answer-order.ts. */
export const AnswerBlock = z.lazy(() =>
  z.union([TextBlock, ThinkingBlock, AnswerImage, CallPlace, SourcesBlock, CodeRunBlock]),
)
export type AnswerBlock = Immutable<z.infer<typeof AnswerBlock>>

export const Usage: z.ZodMiniType<LlmUsage> = z.lazy(() =>
  z.object({
    input: z.number(),
    output: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    reasoning: z.number(),
    searches: z.optional(z.number()),
    tier: z.optional(z.string().check(z.maxLength(40))),
    guessed: z.optional(z.literal(true)),
    answeredBy: z.optional(z.string().check(z.maxLength(200))),
    responseId: z.optional(z.string().check(z.maxLength(200))),
  }),
)
export type Usage = Immutable<z.infer<typeof Usage>>
export const StopReason: z.ZodMiniType<LlmStopReason> = z.enum(['stop', 'length', 'tool-use', 'refusal', 'other'])
export type StopReason = z.infer<typeof StopReason>
/**
 * Calls that a model wrote as text. `shown`: nobody allows that they run. `unfit`: they fit no tool. `run`: they are
 * calls of this answer.
 */
export const Written = z.enum(['shown', 'unfit', 'run'])

const KINDS = [
  'bad-key',
  'network',
  'rate-limit',
  'no-credit',
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
/**
 * Why an answer failed. `lost`: its effect ended without a result. `poison`: too many starts without an end. `config`:
 * no usable provider. `interrupted`: it broke off and is not paid for again without the person's decision, because it
 * was long or a limit is reached.
 */
export const Failure = z.lazy(() =>
  z.object({
    kind: z.enum([...KINDS, 'lost', 'poison', 'config', 'interrupted']),
    message: z.string().check(z.maxLength(4000)),
  }),
)
export type Failure = Immutable<z.infer<typeof Failure>>

export const Display: z.ZodMiniType<ToolDisplay> = z.lazy(() =>
  z.discriminatedUnion('shape', [
    z.object({ shape: z.literal('text'), text: z.string() }),
    z.object({
      shape: z.literal('code'),
      language: z.string(),
      text: z.string(),
    }),
    z.object({
      shape: z.literal('run'),
      output: z.string(),
      value: z.string(),
      tests: z.nullable(
        z.object({
          ...{ passed: z.number(), failed: z.number(), skipped: z.number(), assertions: z.number() },
          failures: z.array(z.string()),
        }),
      ),
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
    z.object({
      shape: z.literal('artifact'),
      path: z.string(),
      blob: Sha,
      title: z.string(),
      bundle: z.optional(Sha),
    }),
  ]),
)
export type Display = Immutable<z.infer<typeof Display>>

export const FileChange: z.ZodMiniType<ToolFileChange> = z.lazy(() =>
  z.object({
    path: z.string().check(z.minLength(1), z.maxLength(1024)),
    from: z.nullable(Sha),
    to: z.nullable(Sha),
    size: z.int().check(z.nonnegative()),
    mediaType: z.string().check(z.maxLength(200)),
  }),
)
export type FileChange = Immutable<z.infer<typeof FileChange>>

export const Question: z.ZodMiniType<ToolQuestion> = z.lazy(() =>
  z.object({
    text: z.string(),
    choices: z.array(z.string()).check(z.maxLength(20)),
  }),
)
export type Question = Immutable<z.infer<typeof Question>>
