import { transform } from 'sucrase'

/** Makes JavaScript of TypeScript and JSX. Lines stay where they are. Throws what is wrong, with line and column. */

const jsx = { jsxRuntime: 'automatic', jsxImportSource: 'preact', production: true, disableESTransforms: true } as const

/** A module's. */
export function compileModule(code: string, path: string): string {
  const isJsx = /\.[jt]sx$/.test(path)
  const isTyped = /\.(?:m?ts|tsx)$/.test(path)
  const transforms = [...(isTyped ? (['typescript'] as const) : []), ...(isJsx ? (['jsx'] as const) : [])]
  return transform(code, { transforms, ...jsx, filePath: path }).code
}

/** Calls of `require` that stand for imports. */
const REQUIRED = /\brequire\((['"])((?:(?!\1)[^\\\n]){1,1000})\1\)/g

/**
 * Of the code itself, which is no module since its last expression is its value: imports become calls of `require`. `imports`: what has to
 * be there before.
 */
export function compileMain(code: string, path: string): { code: string; imports: string[] } {
  const compiled = compileAs(code, path)
  return { code: compiled, imports: [...new Set([...compiled.matchAll(REQUIRED)].map(([, , name]) => name ?? ''))] }
}

const LANGUAGES = { typed: ['typescript', 'imports'], both: ['typescript', 'jsx', 'imports'] } as const

/** Code without an ending is taken as both; a generic arrow or a type in angle brackets is no JSX, and is TypeScript alone. */
function compileAs(code: string, path: string): string {
  const as = (language: keyof typeof LANGUAGES): string =>
    transform(code, {
      transforms: [...LANGUAGES[language]],
      preserveDynamicImport: true,
      keepUnusedImports: true,
      ...jsx,
    }).code
  if (/\.m?ts$/.test(path)) return as('typed')
  try {
    return as('both')
  } catch (error) {
    try {
      return as('typed')
    } catch {
      // it is neither: the first error names the place
      throw error
    }
  }
}
