/**
 * The files of a paste; none if the text is meant. Programs that copy text add a picture of it, and a file manager adds
 * names, paths or addresses to files.
 */
export function pastedFiles({ clipboardData: data }: ClipboardEvent): File[] {
  const files = [...(data?.files ?? [])]
  const lines = data?.getData('text/plain').match(/\S.*/g) ?? []
  const isOfFile = (line: string): boolean =>
    line.startsWith('file://') || files.some(({ name }) => `/${line}`.normalize().endsWith(`/${name}`.normalize()))
  return lines.every(isOfFile) ? files : []
}
