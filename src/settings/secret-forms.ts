/** Prefixes of keys of well-known services, with their minimum length. */
export const SECRET_FORMS = [
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

/** Names in code with the same prefix (`sk-some-long-css-class-name`) have no digits; keys do. */
export const isSecretForm = (found: string): boolean => /\d/.test(found) || found.startsWith('-----')
