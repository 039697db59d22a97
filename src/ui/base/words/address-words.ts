import type { AddressProblem } from '../../../settings/address-problem.ts'
import { t } from './t.ts'

/** Why a typed address cannot be used. */
export function addressWords(problem: AddressProblem): string {
  switch (problem) {
    case 'url-missing':
      return t('Enter the base URL, for example http://localhost:11434/v1.')
    case 'url-unreadable':
      return t('This is not a URL. It must start with http:// or https://.')
    case 'url-scheme':
      return t('The URL must start with http:// or https://.')
    case 'url-login':
      return t('The URL must not contain a user name or password.')
    case 'url-query':
      return t('The URL must not contain ? or #.')
    case 'url-plain':
      return t('Plain http:// is allowed for this computer only (localhost). Use https://.')
    case 'url-plain-outside':
      return t('Plain http:// is allowed for this computer and your own network only. Use https://.')
    case 'template-holes':
      // the person types these names
      return t('The address must contain {url} or {encoded} once, in place of the page’s address.', {
        url: '{url}',
        encoded: '{encoded}',
      })
    case 'template-unreadable':
      return t('This is not an address. It must start with https://.')
    case 'template-login':
      return t('The address must not contain a user name or password.')
    case 'template-plain':
      return t('The address must start with https:// (http:// for this computer only).')
    case 'template-host':
      return t("The page's address must not be part of the host.")
  }
}
