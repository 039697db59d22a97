import { fileURLToPath } from 'node:url'

/**
 * Code in the order in which it is used: each stage is one file. `after`: the stage that is loaded before. `begins`:
 * entries and targets of `import()`; the first row that fits an address below `src` has it.
 */
export type Stage = { name: string; after: string | null; begins: RegExp }
/** `moved`: modules that are imported before they are used. */
export type Thread = { entry: string; stages: readonly Stage[]; moved?: { to: string; test: RegExp } }
type Modules = {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const SRC = fileURLToPath(new URL('../src/', import.meta.url))

/**
 * One group for each stage, earlier ones first: a group takes along what its modules import, unless an earlier one has
 * it.
 */
export function groupsOf(thread: Thread) {
  let stageOf: Map<string, string> | null = null
  const names = [...new Set(thread.stages.map(({ name }) => name))]
  return names
    .toSorted((one, other) => way(one, thread).length - way(other, thread).length)
    .map((name) => ({
      name: (id: string, modules: Modules): string | null => {
        // each thread is a build of its own
        if (modules.getModuleInfo(SRC + thread.entry) === null) return null
        stageOf ??= divide(thread, modules)
        return stageOf.get(id) === name ? name : null
      },
    }))
}

/** The stage itself and all before it, the latest first. */
function way(name: string, thread: Thread): string[] {
  const before = thread.stages.find((one) => one.name === name)?.after ?? null
  return before === null ? [name] : [name, ...way(before, thread)]
}

/**
 * The stage of each module: the last one that all stages which use the module have behind them. So nothing is fetched
 * before its time, a file waits for none of its own stage, and files do not import each other in circles.
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

/** The entry, and all that is imported late from it, directly or not. */
function beginnings(entry: string, modules: Modules): Set<string> {
  const found = new Set([entry])
  const reached = new Set([entry])
  // a set is walked to its end, with what is added meanwhile
  for (const id of reached) {
    const info = modules.getModuleInfo(id)
    for (const late of info?.dynamicallyImportedIds ?? []) found.add(late)
    for (const next of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])]) reached.add(next)
  }
  return found
}
