import { isSecretForm, SECRET_FORMS } from '../../../settings/secret-forms.ts'

/**
 * Whether a text seems to contain an API key or another secret of a well-known form. Stored keys are not compared with:
 * the page has none.
 */
export const looksLikeKey = (text: string): boolean =>
  SECRET_FORMS.some((form) => {
    const found = form.exec(text)?.[0]
    return found !== undefined && isSecretForm(found)
  })

export const KEY_WARNING =
  'This looks like an API key, and the model’s provider would see it. Press Send again to send it anyway.'
