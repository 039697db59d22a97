/** Fields of a server's answer as one line, for a model or a person. */

type Progress = { progress: number; total?: number | undefined; message?: string | undefined }

/** "3 of 10 Reading". */
export const progressWords = ({ progress, total, message }: Progress): string =>
  [`${progress}${total === undefined ? '' : ` of ${total}`}`, message ?? ''].join(' ').trim()

/** An item of a list, by the field that identifies it: "uri: title", "prompt (argument, argument): title". */
export function lineOf(item: unknown, name: string): string {
  const { [name]: id, description, title, arguments: args } = item as Record<string, unknown>
  const names = Array.isArray(args)
    ? ` (${args.map((arg) => String((arg as { name?: unknown }).name)).join(', ')})`
    : ''
  return `${String(id)}${names}: ${String(title ?? description ?? '').slice(0, 300)}`
}
