import { createPolicy, type Policy } from './trusted-types.ts'

/**
 * The only Trusted Types policy that turns foreign text into HTML, for DOMPurify, which is loaded later. The page's
 * first code takes its name, before anything else can, and hands it out once, to the sanitising module.
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
