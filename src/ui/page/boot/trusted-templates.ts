/**
 * What Solid's compiler imports in place of `solid-js/web` (`moduleName` in vite.config.ts): the same runtime, with its
 * one HTML sink behind a named Trusted Types policy. The compiler is the only caller of `template`, with
 * markup that stood in our source; nothing at run time may import it.
 */
import { template as solidTemplate } from 'solid-js/web'
import { createPolicy } from '../../base/kit/trusted-types.ts'

export * from 'solid-js/web'

const policy = createPolicy('reflexor-templates', {
  createHTML: (markup) => markup,
})

export const template: typeof solidTemplate = (html, ...flags) =>
  // a TrustedHTML where the signature says string: Solid hands it on to `innerHTML` untouched
  solidTemplate(policy.createHTML(html) as string, ...flags)
