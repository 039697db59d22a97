/** A title as a file name that is valid on any system. */
export const fileName = (title: string): string =>
  title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'conversation'

/** The name itself, or the first free one of `2-name`, `3-name`, … */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const wish = n === 1 ? name : `${n}-${name}`
    if (!taken.has(wish)) return wish
  }
}
