import { createPolicy, type Policy } from './trusted-types.ts'

/**
 * The one policy that makes HTML out of foreign text, for DOMPurify, which is fetched later. Its name is taken with the
 * page's first code, before anything else can take it, and it is given out once: to the module that sanitises, and to
 * nobody who asks after it.
 */
const pass = (text: string): string => text
let kept: Policy | null = createPolicy('dompurify', { createHTML: pass, createScriptURL: pass })

/** @throws Error when it has been given out. */
export function takeHtmlPolicy(): Policy {
  if (kept === null) throw new Error('The policy that makes HTML has been given out.')
  const policy = kept
  kept = null
  return policy
}
