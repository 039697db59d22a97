declare module '*?url' {
  const url: string
  export default url
}
declare module '*?raw' {
  const text: string
  export default text
}
declare module 'pyodide/pyodide.asm.mjs' {
  import type { PyodideConfig } from 'pyodide'

  const create: NonNullable<PyodideConfig['createPyodideModule']>
  export default create
}
