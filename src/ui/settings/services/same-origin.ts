const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)

/** Whether two addresses may share a key: they have the same origin. An invalid address has no origin. */
export const isSameOrigin = (one: string, other: string): boolean =>
  originOf(one) !== null && originOf(one) === originOf(other)
