/**
 * The files of a paste; none where its words are meant. Programs that copy words put a picture of them beside them, and
 * a file manager puts beside files what they are called, their paths or their addresses.
 */
export function pastedFiles({ clipboardData: data }: ClipboardEvent): File[] {
  const files = [...(data?.files ?? [])]
  const lines = data?.getData('text/plain').match(/\S.*/g) ?? []
  const isOfFile = (line: string): boolean =>
    line.startsWith('file://') || files.some(({ name }) => `/${line}`.normalize().endsWith(`/${name}`.normalize()))
  return lines.every(isOfFile) ? files : []
}
