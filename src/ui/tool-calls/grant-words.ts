/** In words what a grant allows (`origin:https://example.org`, `changed:<tool>:<hash>`); one of another kind is shown as it is. */
export function grantWords(grant: string): string {
  const at = grant.indexOf(':')
  const kind = grant.slice(0, Math.max(at, 0))
  const value = grant.slice(at + 1)
  if (kind === 'changed') return `Use ${value.split(':')[0]}, which its server describes differently now`
  if (kind !== 'origin' || !URL.canParse(value)) return grant
  const { host, protocol } = new URL(value)
  return protocol === 'http:' ? `Open pages of ${host} (unencrypted)` : `Open pages of ${host}`
}
