/**
 * The files of a paste; none where its words are meant. Programs that copy words put a picture of them beside them, and a file manager
 * puts beside files what they are called, their paths or their addresses. A browser may call such a file otherwise: then words that look like names count.
 */
export function pastedFiles({ clipboardData: data }: ClipboardEvent): File[] {
  const files = [...(data?.files ?? [])]
  const lines = data?.getData('text/plain').match(/\S.*/g) ?? []
  const bare = lines.length === files.length && !/html|rtf/.test(`${data?.types}`)
  const isOfFile = (line: string): boolean =>
    line.startsWith('file://') ||
    (bare && /\.[a-z]\w*$/i.test(line)) ||
    files.some(({ name }) => `/${line}`.normalize().endsWith(`/${name}`.normalize()))
  return lines.every(isOfFile) ? files : []
}
