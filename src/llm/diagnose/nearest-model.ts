/** The model with the most similar name; null: none is similar. */
export function nearestModel(wish: string, models: readonly string[]): string | null {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
  const wanted = plain(wish)
  let best: { name: string; distance: number } | null = null
  for (const name of models.slice(0, 2000)) {
    const candidate = plain(name)
    const inside = wanted.length > 2 && candidate.includes(wanted)
    const distance = inside ? 0.5 : editDistance(wanted.slice(0, 60), candidate.slice(0, 60))
    if (best === null || distance < best.distance) best = { name, distance }
  }
  return best !== null && best.distance <= Math.max(2, wanted.length * 0.35) ? best.name : null
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)),
      )
    row = next
  }
  return row[b.length] ?? 0
}
