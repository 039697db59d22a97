const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)

/** Whether the key of one goes to the other, too. What is no address has no origin. */
export const isSameOrigin = (one: string, other: string): boolean =>
  originOf(one) !== null && originOf(one) === originOf(other)
