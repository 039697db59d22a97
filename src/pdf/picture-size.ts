/** Pixels of one picture, and of one side of it: a page may claim any size. */
const MOST_AREA = 16_000_000
const LONGEST = 8000

/** How much a page of this size is to be enlarged so that its picture is `width` wide, or as wide as can be. null: it has no size. */
export function scaleFor(page: { width: number; height: number }, width: number): number | null {
  const { width: x, height: y } = page
  if (!(x > 0 && y > 0 && Number.isFinite(x) && Number.isFinite(y))) return null
  const scale = Math.min(width / x, LONGEST / x, LONGEST / y, Math.sqrt(MOST_AREA / (x * y)))
  return x * scale >= 1 && y * scale >= 1 ? scale : null
}
