import { makeStorage, type Storage } from './storage.ts'
import type { Device, Disk, Request, Rule, Told } from './types.ts'

export type World = {
  random: () => number
  broken: Rule | null
  storage: Storage
  devices: Device[]
  flying: Request[]
  /** Devices that want to take over, each in its own note. */
  wishes: Set<number>
  uid: number
  committed: Set<number>
  /** Rows of disks that a person replaced. */
  excused: Set<number>
  acts: Set<number>
  keys: Map<string, number>
  stats: Record<string, number>
  tell: (device: Device, told: Told) => void
}

export const makeWorld = (seed: number, broken: Rule | null = null, tell: World['tell'] = () => {}): World => ({
  random: mulberry(seed),
  broken,
  storage: makeStorage(),
  devices: [0, 1, 2].map(makeDevice),
  flying: [],
  wishes: new Set(),
  uid: 0,
  committed: new Set(),
  excused: new Set(),
  acts: new Set(),
  keys: new Map(),
  stats: {},
  tell,
})

const makeDevice = (n: number): Device => {
  const base = { device: n, journal: [], next: 0, sent: 0, over: false, pending: null, forks: [] }
  const disk: Disk = { ...base, owner: n === 0 }
  const flags = { awake: true, doubt: false, stale: false, newer: false, leaving: false }
  const life = { version: 1, life: 0, request: null, uploaded: 0, started: new Set<number>(), acted: new Set<number>() }
  return { n, disk, old: structuredClone(disk), ...flags, ...life }
}

const mulberry = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), seed | 1)
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

export const pick = <T>({ random }: World, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
export const chance = ({ random }: World, p: number): boolean => random() < p
export const count = ({ stats }: World, what: string): void => {
  stats[what] = (stats[what] ?? 0) + 1
}
export const forgetWish = ({ wishes }: World, { n }: Device): void => void wishes.delete(n)
