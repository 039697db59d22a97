import { register } from 'node:module'

// see mcp-conformance.ts
const fs = `
  export * from 'node:fs'
  export { default } from 'node:fs'
  export const globSync = () => { throw new Error('Node 20 has no globSync') }
`
const hook = `
  export async function resolve(specifier, context, next) {
    if (!/^(node:)?fs$/.test(specifier) || !context.parentURL?.includes('/conformance/')) return next(specifier, context)
    return { url: ${JSON.stringify(`data:text/javascript,${encodeURIComponent(fs)}`)}, shortCircuit: true }
  }
`
register(`data:text/javascript,${encodeURIComponent(hook)}`)
