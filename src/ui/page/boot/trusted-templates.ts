/**
 * Imported by Solid’s compiler in place of `solid-js/web` (`moduleName` in vite.config.ts): the same runtime, with its
 * one HTML sink behind a named Trusted Types policy. Only the compiler calls `template`, with markup from our source;
 * nothing may import it at run time.
 */
import { template as solidTemplate } from 'solid-js/web'
import { createPolicy } from '../../base/kit/trusted-types.ts'

export * from 'solid-js/web'

const policy = createPolicy('reflexor-templates', {
  createHTML: (markup) => markup,
})

export const template: typeof solidTemplate = (html, ...flags) =>
  // a TrustedHTML where the signature says string: Solid passes it to `innerHTML` unchanged
  solidTemplate(policy.createHTML(html) as string, ...flags)
