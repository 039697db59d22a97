import { fileURLToPath } from 'node:url'

/**
 * Splits code into files by the order of use: each stage is one file. `after`: the stage loaded before it. `begins`:
 * entries and targets of `import()`; the first row that matches an address below `src` wins.
 */
export type Stage = { name: string; after: string | null; begins: RegExp }
/** `moved`: modules that go to a later stage, although they are imported earlier, because they are used only there. */
export type Thread = { entry: string; stages: readonly Stage[]; moved?: { to: string; test: RegExp } }
type Modules = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * One group per stage, earlier stages first: a group includes what its modules import, unless an earlier group has it.
 */
export function groupsOf(thread: Thread) {
  let stageOf: Map<string, string> | null = null
  const names = [...new Set(thread.stages.map(({ name }) => name))]
  return names
    .toSorted((one, other) => way(one, thread).length - way(other, thread).length)
    .map((name) => ({
      name: (id: string, modules: Modules): string | null => {
        // each thread is a separate build
        if (modules.getModuleInfo(SRC + thread.entry) === null) return null
        stageOf ??= divide(thread, modules)
        return stageOf.get(id) === name ? name : null
      },
    }))
}

/** The stage itself and all stages before it, the latest first. */
function way(name: string, thread: Thread): string[] {
  const before = thread.stages.find((one) => one.name === name)?.after ?? null
  return before === null ? [name] : [name, ...way(before, thread)]
}

/**
 * The stage of each module: the latest stage that precedes (or is) every stage that uses it. So nothing is fetched too
 * early, no file waits for another of its own stage, and files never import each other in circles.
 */
function divide(thread: Thread, modules: Modules): Map<string, string> {
  const users = new Map<string, Set<string>>()
  const use = (id: string, name: string): void => {
    const by = users.get(id) ?? new Set()
    const info = modules.getModuleInfo(id)
    if (info === null || by.has(name)) return
    users.set(id, by.add(name))
    for (const next of info.importedIds) use(next, name)
  }
  for (const id of beginnings(SRC + thread.entry, modules)) {
    const path = id.startsWith(SRC) ? id.slice(SRC.length) : id
    const stage = thread.stages.find(({ begins }) => begins.test(path))
    if (stage !== undefined) use(id, stage.name)
  }
  const shared = ([first = '', ...others]: string[]): string =>
    way(first, thread).find((name) => others.every((other) => way(other, thread).includes(name))) ?? first
  return new Map([...users].map(([id, by]) => [id, thread.moved?.test.test(id) ? thread.moved.to : shared([...by])]))
}

/** The entry and everything that it imports late, directly or not. */
function beginnings(entry: string, modules: Modules): Set<string> {
  const found = new Set([entry])
  const reached = new Set([entry])
  // a Set is iterated to its end, including items added meanwhile
  for (const id of reached) {
    const info = modules.getModuleInfo(id)
    for (const late of info?.dynamicallyImportedIds ?? []) found.add(late)
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) reached.add(next)
  }
  return found
}
