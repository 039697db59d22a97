import { createSignal } from 'solid-js'
import { keepHere } from '../base/kit/keep-here.ts'

const KEY = 'reflexor:folded-projects'
const [folded, setFolded] = createSignal<ReadonlySet<string>>(
  new Set((localStorage.getItem(KEY) ?? '').split(' ').filter(Boolean)),
)

/** Ids of the projects whose sessions are not shown in the list. Kept over a reload. */
export const foldedProjects = folded

export function foldProject(id: string, fold: boolean): void {
  const next = new Set(folded())
  if (fold) next.add(id)
  else next.delete(id)
  setFolded(next)
  keepHere(KEY, [...next].join(' '))
}
