/** How keys of well-known services begin, and how long they are at least. */
const KEYS = [
  /\bsk-(ant-|proj-|or-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}/,
  /\bAIza[A-Za-z0-9_-]{30,}/,
  /\b(gsk|xai|csk|pplx|fw|nvapi|hf|r8|tgp_v1|tvly|key|rk_live|sk_live|whsec|glpat|npm|dop_v1|shpat)[_-][A-Za-z0-9_-]{20,}/,
  /\b(ghp|gho|ghu|ghs|github_pat)_[A-Za-z0-9_]{20,}/,
  /\bxox[abprs]-[A-Za-z0-9-]{20,}/,
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b/,
  /\bya29\.[A-Za-z0-9_-]{20,}/,
  /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
]

/**
 * Whether a text seems to contain an API key or another secret of a well-known form. Stored keys are not compared with: the page has
 * none. Names in code that begin alike (`sk-some-long-css-class-name`) have no digits, keys have.
 */
export const looksLikeKey = (text: string): boolean =>
  KEYS.some((form) => {
    const found = form.exec(text)?.[0]
    return found !== undefined && (/\d/.test(found) || found.startsWith('-----'))
  })

export const KEY_WARNING =
  'This looks like an API key. The model’s provider would see it. Send again to send it anyway.'
