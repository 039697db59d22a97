import * as z from 'zod/mini'

/** Messages of a running artifact. It is hostile: anything else is dropped. */
const FrameMessage = z.discriminatedUnion('artifact', [
  z.object({ artifact: z.literal('pong') }),
  z.object({ artifact: z.literal('loaded') }),
  z.object({
    artifact: z.literal('view'),
    text: z.string().check(z.maxLength(4000)),
    picture: z.nullable(
      z.string().check(z.maxLength(2_600_000), z.regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/)),
    ),
  }),
  z.object({
    artifact: z.literal('line'),
    level: z.enum(['log', 'warn', 'error']),
    text: z.string().check(z.maxLength(2000)),
  }),
])
export type FrameMessage = z.infer<typeof FrameMessage>
export type ConsoleLine = { level: 'log' | 'warn' | 'error'; text: string }

/** Most lines that are shown and sent; the newest stay. */
const MAX_LINES = 200
/** Most characters of one message to the agent. */
const MAX_REPORT = 8000

export function parseFrameMessage(value: unknown): FrameMessage | null {
  const parsed = FrameMessage.safeParse(value)
  return parsed.success ? parsed.data : null
}

export const withLine = (lines: readonly ConsoleLine[], line: ConsoleLine): ConsoleLine[] => [
  ...lines.slice(1 - MAX_LINES),
  line,
]

/** The message that carries the output to the agent; it says that the words are the artifact's. */
export function reportOf(path: string, lines: readonly ConsoleLine[]): string {
  const text = lines.map((line) => (line.level === 'log' ? line.text : `${line.level}: ${line.text}`)).join('\n')
  const kept = text.length > MAX_REPORT ? `…${text.slice(-MAX_REPORT)}` : text
  // A fence longer than any in the text, so that the text cannot end it.
  const longest = Math.max(2, ...(kept.match(/`+/g) ?? []).map(({ length }) => length))
  const fence = '`'.repeat(longest + 1)
  return `The artifact ${path} printed this while it ran:\n\n${fence}text\n${kept}\n${fence}`
}
