import { type Arrow, reach } from './arrows.ts'

/**
 * Import relations between files of one floor of `src`. A room is a folder of a floor; a loose file of the floor is
 * also a room.
 */

/** Files that import each other in a circle, by types or by values: one list for each circle. None in a sound tree. */
export function circlesOf(arrows: readonly Arrow[]): string[][] {
  const reachable = reach(arrows)
  const known = new Map(filesOf(arrows).map((file) => [file, reachable(file)]))
  const circles = new Map<string, string[]>()
  for (const [file, seen] of known) {
    if (!seen.has(file)) continue
    const circle = [...seen].filter((other) => known.get(other)?.has(file)).sort()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}

/** Which room of a floor imports from which other, each once, for example `tabs -> writer`. */
export function roomArrows(arrows: readonly Arrow[], floor: string): string[] {
  const inside = arrows.filter(({ from, to }) => isOn(floor, from) && isOn(floor, to))
  const pairs = inside.map(({ from, to }) => [roomOf(from), roomOf(to)] as const)
  return [...new Set(pairs.filter(([from, to]) => from !== to).map(([from, to]) => `${from} -> ${to}`))].sort()
}

/** Rooms of a floor that import from each other, each pair once, for example `tabs <-> writer`. */
export function mutualRooms(arrows: readonly Arrow[], floor: string): string[] {
  const all = new Set(roomArrows(arrows, floor))
  return [...all].flatMap((arrow) => {
    const [from = '', to = ''] = arrow.split(' -> ')
    return from < to && all.has(`${to} -> ${from}`) ? [`${from} <-> ${to}`] : []
  })
}

const filesOf = (arrows: readonly Arrow[]): string[] => [...new Set(arrows.map(({ from }) => from))]
const isOn = (floor: string, path: string): boolean => path.startsWith(`${floor}/`)
const roomOf = (path: string): string => path.split('/')[1] ?? ''
