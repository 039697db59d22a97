import { transform } from 'sucrase'

/** Compiles TypeScript and JSX to JavaScript. Lines keep their numbers. Throws errors with line and column. */

const jsx = { jsxRuntime: 'automatic', jsxImportSource: 'preact', production: true, disableESTransforms: true } as const

/** Compiles a module. */
export function compileModule(code: string, path: string): string {
  const isJsx = /\.[jt]sx$/.test(path)
  const isTyped = /\.(?:m?ts|tsx)$/.test(path)
  const transforms = [...(isTyped ? (['typescript'] as const) : []), ...(isJsx ? (['jsx'] as const) : [])]
  return transform(code, { transforms, ...jsx, filePath: path }).code
}

/** Calls of `require` that replace imports. */
const REQUIRED = /\brequire\((['"])((?:(?!\1)[^\\\n]){1,1000})\1\)/g

/**
 * Compiles the main code, which is not a module, since its last expression is its value: imports become calls of
 * `require`. `imports`: modules to load before.
 */
export function compileMain(code: string, path: string): { code: string; imports: string[] } {
  const compiled = compileAs(code, path)
  return { code: compiled, imports: [...new Set([...compiled.matchAll(REQUIRED)].map(([, , name]) => name ?? ''))] }
}

const LANGUAGES = { typed: ['typescript', 'imports'], both: ['typescript', 'jsx', 'imports'] } as const

/**
 * Code without a file extension is tried as both; a generic arrow or a type in angle brackets is not JSX, only
 * TypeScript.
 */
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
