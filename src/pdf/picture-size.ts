/** Most pixels of a picture and of one side: a page may claim any size. */
const MOST_AREA = 16_000_000
const LONGEST = 8000

/** The scale that makes the page's picture `width` wide, or as wide as the bounds allow; null: the page has no size. */
export function scaleFor(page: { width: number; height: number }, width: number): number | null {
  const { width: x, height: y } = page
  if (!(x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y))) return null
  const scale = Math.min(width / x, LONGEST / x, LONGEST / y, Math.sqrt(MOST_AREA / (x * y)))
  return x * scale >= 1 && y * scale >= 1 ? scale : null
}
