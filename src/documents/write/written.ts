/**
 * A finished document. `counts`: what it holds, in words. `notes`: what could not be shown as asked, a sentence each.
 */
export type Written = { bytes: Uint8Array<ArrayBuffer>; counts: string; notes: string[] }

/** "3 headings, 1 table"; what there is none of is left out. */
export function countsOf(counts: readonly (readonly [number, string])[]): string {
  const words = counts.filter(([n]) => n > 0).map(([n, what]) => `${n} ${what}${n === 1 ? '' : 's'}`)
  return words.length === 0 ? 'text' : words.join(', ')
}

export const notShown = (path: string): string =>
  `"${path}" is not shown: documents take PNG, JPEG and GIF files of the workspace.`
