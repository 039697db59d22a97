/** A path in a workspace: names joined by "/", the last with an ending. */
const PATH = /^(?:[\w@.()[\]-]+\/)*[\w@()[\]-][\w@.()[\]-]*\.\w{1,10}$/
const NAMED = /\b(?:title|file(?:name)?|name|path)\s*[=:]\s*(?:"([^"]*)"|'([^']*)'|([^\s"'{}]+))/i
/** A comment that fills the first line and holds nothing but a path. */
const COMMENT = /^\s*(?:\/\/|\/\*+|#+|--|;+|%|<!--)\s*(?:file(?:name)?\s*:\s*)?(\S+?)\s*(?:\*\/|-->)?\s*$/i

const ENDINGS: Record<string, string> = {
  javascript: 'js',
  typescript: 'ts',
  python: 'py',
  python3: 'py',
  bash: 'sh',
  shell: 'sh',
  zsh: 'sh',
  console: 'sh',
  powershell: 'ps1',
  rust: 'rs',
  golang: 'go',
  'c++': 'cpp',
  'c#': 'cs',
  csharp: 'cs',
  kotlin: 'kt',
  ruby: 'rb',
  perl: 'pl',
  haskell: 'hs',
  yaml: 'yml',
  markdown: 'md',
  latex: 'tex',
  jsonc: 'json',
  patch: 'diff',
  mermaid: 'mmd',
  text: 'txt',
  plaintext: 'txt',
}
const WHOLE: Record<string, string> = { dockerfile: 'Dockerfile', docker: 'Dockerfile', makefile: 'Makefile' }

/**
 * The file name for a block of code: from its fence (`ts title="src/a.ts"`, `python:app.py`, `src/a.ts`), from the
 * comment in its first line, otherwise `code` with the ending of its language. Never leads out of the workspace.
 */
export function nameOfCode(info: string, text: string): string {
  const [language = '', ...words] = info.trim().split(/\s+/)
  const named = NAMED.exec(info)
  const first = COMMENT.exec(text.slice(0, 300).split('\n', 1)[0] ?? '')
  const said = [
    named?.[1] ?? named?.[2] ?? named?.[3],
    language.includes(':') ? language.slice(language.indexOf(':') + 1) : language,
    ...words,
    first?.[1],
  ]
  for (const name of said) {
    const path = name?.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '')
    if (path !== undefined && isPath(path)) return path
  }
  const kind = (language.split(':')[0] ?? '').toLowerCase()
  if (Object.hasOwn(WHOLE, kind)) return WHOLE[kind] as string
  const ending = Object.hasOwn(ENDINGS, kind) ? ENDINGS[kind] : /^[a-z]\w{0,9}$/.test(kind) ? kind : 'txt'
  return `code.${ending}`
}

const isPath = (path: string): boolean =>
  path.length <= 200 && PATH.test(path) && !path.split('/').some((name) => name === '.' || name === '..')
