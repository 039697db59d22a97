/** What an address in a file means. `inner`: it needs no file (`data:`, `#part`, nothing). */
export type Address = { kind: 'file'; path: string } | { kind: 'remote' } | { kind: 'inner' }

/** Stands for the workspace in addresses that code makes from `import.meta.url`. */
export const ROOT = 'https://workspace.invalid/'
const LONGEST = 2000

/** `from`: path of the file that says it. A path that leads out of the workspace ends at its top, as on a site. */
export function addressIn(from: string, written: string): Address {
  const text = written.trim()
  if (text === '' || text.startsWith('#') || /^(?:data|blob|about|javascript|mailto|tel):/i.test(text))
    return { kind: 'inner' }
  if (text.length > LONGEST) return { kind: 'remote' }
  const base = ROOT + from.split('/').map(encodeURIComponent).join('/')
  if (!URL.canParse(text, base)) return { kind: 'remote' }
  const url = new URL(text, base)
  if (url.origin !== new URL(ROOT).origin) return { kind: 'remote' }
  const path = decoded(url.pathname.slice(1))
  return path === '' ? { kind: 'inner' } : { kind: 'file', path }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    // a stray percent sign stays as it is
    return path
  }
}
