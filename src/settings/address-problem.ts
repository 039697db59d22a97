/** Why a typed address cannot be used. The words are the page's. */

export const URL_PROBLEMS = [
  ...(['url-missing', 'url-unreadable', 'url-scheme', 'url-login', 'url-query'] as const),
  ...(['url-plain', 'url-plain-outside'] as const),
] as const
export type UrlProblem = (typeof URL_PROBLEMS)[number]

/** Of the address of a reader service or relay, which has a hole for the page's address. */
export type TemplateProblem =
  | 'template-holes'
  | 'template-unreadable'
  | 'template-login'
  | 'template-plain'
  | 'template-host'

export type AddressProblem = UrlProblem | TemplateProblem
