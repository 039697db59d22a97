/** US dollars as people write them; what is less than a cent, with the digits that say something. */
export function dollars(value: number): string {
  if (value === 0) return '$0'
  if (value < 0.0001) return '< $0.0001'
  if (value < 0.01) return `$${value.toFixed(4)}`
  return `$${value.toFixed(value < 1 ? 3 : 2)}`
}
