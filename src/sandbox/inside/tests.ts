/**
 * A small test runner, evaluated inside QuickJS like the prelude: `describe`, `test`, `expect` as in other runners.
 * Tests run after the code has ended.
 */
export type TestsHost = {
  print: (text: string) => void
  show: (value: unknown) => string
  describe: (error: unknown) => string
  mostFailures: number
  mostName: number
}
/** Runs the registered tests and returns the results as JSON; '' if there are none. */
export type RunTests = () => Promise<string>

export function tests(host: TestsHost): RunTests {
  type Hook = () => unknown
  type Suite = {
    name: string
    parent: Suite | null
    before: Hook[]
    after: Hook[]
    first: Hook[]
    last: Hook[]
    mode: Mode
  }
  type Mode = 'run' | 'skip' | 'only' | 'todo'
  type Test = { name: string; suite: Suite; run: Hook; mode: Mode }
  const suiteOf = (name: string, parent: Suite | null, mode: Mode): Suite => ({
    ...{ name, parent, before: [], after: [], first: [], last: [], mode },
  })
  // the code may change the built-ins
  const { stringify } = JSON
  const root = suiteOf('', null, 'run')
  const all: Test[] = []
  const suites: Suite[] = [root]
  let current = root

  const show = (value: unknown): string => {
    const text = typeof value === 'string' ? JSON.stringify(value) : host.show(value)
    return text.length > 1000 ? `${text.slice(0, 1000)}…` : text
  }
  /**
   * `loose`: undefined fields count as absent, types of objects are ignored. `part`: the value may have more than is
   * expected.
   */
  const equal = (
    one: unknown,
    other: unknown,
    how: 'loose' | 'strict' | 'part',
    seen: [unknown, unknown][] = [],
  ): boolean => {
    if (typeof other === 'object' && other !== null && MATCHES in other)
      return (other as Record<symbol, (value: unknown) => boolean>)[MATCHES]?.(one) === true
    if (Object.is(one, other)) return true
    if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
    if (seen.some(([a, b]) => a === one && b === other)) return true
    const next: [unknown, unknown][] = [...seen, [one, other]]
    const same = (a: unknown, b: unknown): boolean => equal(a, b, how, next)
    if (one instanceof Date || other instanceof Date)
      return one instanceof Date && other instanceof Date && Object.is(one.getTime(), other.getTime())
    if (one instanceof RegExp || other instanceof RegExp) return String(one) === String(other)
    if (one instanceof Error && other instanceof Error) return one.message === other.message && one.name === other.name
    if (one instanceof Map && other instanceof Map)
      return one.size === other.size && [...one].every(([key, value]) => other.has(key) && same(value, other.get(key)))
    if (one instanceof Set && other instanceof Set)
      return one.size === other.size && [...one].every((value) => [...other].some((each) => same(value, each)))
    if (Array.isArray(one) !== Array.isArray(other)) return false
    if (how === 'strict' && Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false
    const [mine, theirs] = [one, other] as [Record<string, unknown>, Record<string, unknown>]
    if (Array.isArray(one) && (one as unknown[]).length !== (other as unknown[]).length) return false
    const keysOf = (from: Record<string, unknown>): string[] =>
      Object.keys(from).filter((key) => how === 'strict' || from[key] !== undefined)
    const keys = how === 'part' ? keysOf(theirs) : [...new Set([...keysOf(mine), ...keysOf(theirs)])]
    return keys.every((key) => (how !== 'strict' || (key in mine && key in theirs)) && same(mine[key], theirs[key]))
  }
  const MATCHES = Symbol('matches')
  const matching = (test: (value: unknown) => boolean): object => ({ [MATCHES]: test })
  const isA = (value: unknown, kind: unknown): boolean => {
    const primitive = new Map<unknown, string>([
      [String, 'string'],
      [Number, 'number'],
      [Boolean, 'boolean'],
      [Function, 'function'],
      [Object, 'object'],
    ])
    return typeof value === primitive.get(kind) || (typeof kind === 'function' && value instanceof kind)
  }

  type Mock = { mock: { calls: unknown[][]; results: unknown[] } }
  const callsOf = (value: unknown): unknown[][] => {
    const calls = (value as Partial<Mock> | null)?.mock?.calls
    if (calls === undefined) throw new TypeError('This is no mock. Make one with vi.fn().')
    return calls
  }
  const fn = (first?: (...args: unknown[]) => unknown): unknown => {
    let act = first
    const once: ((...args: unknown[]) => unknown)[] = []
    const mock = function (this: unknown, ...args: unknown[]): unknown {
      state.calls.push(args)
      const result = (once.shift() ?? act)?.apply(this, args)
      state.results.push({ type: 'return', value: result })
      return result
    }
    const state: Mock['mock'] = { calls: [], results: [] }
    const returning = (value: unknown) => () => value
    const acting = (run: typeof act): unknown => {
      act = run
      return mock
    }
    const actingOnce = (run: () => unknown): unknown => {
      once.push(run)
      return mock
    }
    const clear = (): unknown => {
      state.calls.splice(0)
      state.results.splice(0)
      return mock
    }
    return Object.assign(mock, {
      mock: state,
      mockImplementation: acting,
      mockImplementationOnce: actingOnce,
      mockReturnValue: (value: unknown) => acting(returning(value)),
      mockReturnValueOnce: (value: unknown) => actingOnce(returning(value)),
      mockResolvedValue: (value: unknown) => acting(returning(Promise.resolve(value))),
      mockRejectedValue: (value: unknown) => acting(() => Promise.reject(value)),
      mockClear: clear,
      mockReset: () => {
        clear()
        return acting(undefined)
      },
    })
  }

  const at = (value: unknown, path: unknown): { found: boolean; value: unknown } => {
    const keys = Array.isArray(path)
      ? path.map(String)
      : String(path)
          .replace(/\[(\d+)\]/g, '.$1')
          .split('.')
    let here = value
    for (const key of keys) {
      if (here === null || here === undefined || !(key in Object(here))) return { found: false, value: undefined }
      here = (here as Record<string, unknown>)[key]
    }
    return { found: true, value: here }
  }
  const throws = (thrown: { error: unknown } | null, wanted: unknown): boolean => {
    if (thrown === null) return false
    const message = String((thrown.error as { message?: unknown } | null)?.message ?? thrown.error)
    if (wanted === undefined) return true
    if (typeof wanted === 'string') return message.includes(wanted)
    if (wanted instanceof RegExp) return wanted.test(message)
    if (typeof wanted === 'function') return thrown.error instanceof wanted
    return message === (wanted as Error).message
  }
  type Matcher = (value: unknown, ...args: unknown[]) => boolean
  const number = (value: unknown): number | bigint => {
    if (typeof value !== 'number' && typeof value !== 'bigint') throw new TypeError(`${show(value)} is no number.`)
    return value
  }
  const MATCHERS: Record<string, Matcher> = {
    toBe: (value, wanted) => Object.is(value, wanted),
    toEqual: (value, wanted) => equal(value, wanted, 'loose'),
    toStrictEqual: (value, wanted) => equal(value, wanted, 'strict'),
    toMatchObject: (value, wanted) => equal(value, wanted, 'part'),
    toBeTruthy: (value) => Boolean(value),
    toBeFalsy: (value) => !value,
    toBeNull: (value) => value === null,
    toBeUndefined: (value) => value === undefined,
    toBeDefined: (value) => value !== undefined,
    toBeNaN: (value) => Number.isNaN(value),
    toBeTypeOf: (value, kind) => typeof value === kind,
    toBeInstanceOf: (value, kind) => value instanceof (kind as () => void),
    toBeGreaterThan: (value, least) => number(value) > number(least),
    toBeGreaterThanOrEqual: (value, least) => number(value) >= number(least),
    toBeLessThan: (value, most) => number(value) < number(most),
    toBeLessThanOrEqual: (value, most) => number(value) <= number(most),
    toBeCloseTo: (value, wanted, digits = 2) =>
      Object.is(value, wanted) || Math.abs(Number(value) - Number(wanted)) < 10 ** -Number(digits) / 2,
    toContain: (value, part) =>
      typeof value === 'string' ? value.includes(String(part)) : [...(value as Iterable<unknown>)].includes(part),
    toContainEqual: (value, part) => [...(value as Iterable<unknown>)].some((each) => equal(each, part, 'loose')),
    toHaveLength: (value, length) => (value as { length?: unknown } | null)?.length === length,
    toHaveProperty: (value, path, ...wanted) => {
      const { found, value: there } = at(value, path)
      return found && (wanted.length === 0 || equal(there, wanted[0], 'loose'))
    },
    toMatch: (value, wanted) =>
      wanted instanceof RegExp ? wanted.test(String(value)) : String(value).includes(String(wanted)),
    toHaveBeenCalled: (value) => callsOf(value).length > 0,
    toHaveBeenCalledOnce: (value) => callsOf(value).length === 1,
    toHaveBeenCalledTimes: (value, times) => callsOf(value).length === times,
    toHaveBeenCalledWith: (value, ...args) => callsOf(value).some((call) => equal(call, args, 'loose')),
    toHaveBeenLastCalledWith: (value, ...args) => equal(callsOf(value).at(-1), args, 'loose'),
  }
  let asserted = 0
  const judge = (name: string, isNot: boolean, value: unknown, args: unknown[], good: boolean): void => {
    asserted++
    if (good !== isNot) return
    const wanted = args.length === 0 ? '' : ` ${args.map(show).join(', ')}`
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    throw Object.assign(new Error(`expected ${show(value)} ${isNot ? 'not ' : ''}${words}${wanted}`), {
      name: 'AssertionError',
    })
  }
  const chain = (value: unknown, isNot: boolean, thrown?: { error: unknown }): Record<string, unknown> => {
    const methods: Record<string, unknown> = {}
    for (const [name, test] of Object.entries(MATCHERS))
      methods[name] = (...args: unknown[]) => judge(name, isNot, value, args, test(value, ...args))
    methods['toThrow'] = (wanted?: unknown): void => {
      let seen = thrown ?? null
      if (!thrown) {
        if (typeof value !== 'function') throw new TypeError('toThrow needs a function: expect(() => …).toThrow()')
        try {
          value()
        } catch (error) {
          seen = { error }
        }
      }
      judge(
        'toThrow',
        isNot,
        seen === null ? 'a function that throws nothing' : seen.error,
        wanted === undefined ? [] : [wanted],
        throws(seen, wanted),
      )
    }
    methods['toThrowError'] = methods['toThrow']
    return methods
  }
  const later = (promise: unknown, isNot: boolean, rejects: boolean): object =>
    Object.fromEntries(
      [...Object.keys(MATCHERS), 'toThrow', 'toThrowError'].map((name) => [
        name,
        async (...args: unknown[]): Promise<void> => {
          let settled: { value: unknown; failed: boolean }
          try {
            settled = { value: await (typeof promise === 'function' ? promise() : promise), failed: false }
          } catch (error) {
            settled = { value: error, failed: true }
          }
          if (settled.failed !== rejects)
            throw new Error(
              rejects
                ? `expected a rejection, and got ${show(settled.value)}`
                : `the promise was rejected: ${show(settled.value)}`,
            )
          const made = chain(settled.value, isNot, rejects ? { error: settled.value } : undefined)
          ;(made[name] as (...args: unknown[]) => void)(...args)
        },
      ]),
    )
  const expect = (value: unknown): unknown => ({
    ...chain(value, false),
    not: { ...chain(value, true), resolves: later(value, true, false), rejects: later(value, true, true) },
    resolves: { ...later(value, false, false), not: later(value, true, false) },
    rejects: { ...later(value, false, true), not: later(value, true, true) },
  })
  Object.assign(expect, {
    any: (kind: unknown) => matching((value) => isA(value, kind)),
    anything: () => matching((value) => value !== null && value !== undefined),
    objectContaining: (wanted: unknown) => matching((value) => equal(value, wanted, 'part')),
    arrayContaining: (wanted: unknown[]) =>
      matching(
        (value) => Array.isArray(value) && wanted.every((each) => value.some((one) => equal(one, each, 'loose'))),
      ),
    stringContaining: (part: string) => matching((value) => typeof value === 'string' && value.includes(part)),
    stringMatching: (wanted: string | RegExp) =>
      matching((value) => typeof value === 'string' && new RegExp(wanted).test(value)),
  })

  const register =
    (mode: Mode) =>
    (name: unknown, run: Hook = () => {}): void =>
      void all.push({ name: String(name), suite: current, run, mode })
  const group =
    (mode: Mode) =>
    (name: unknown, run: () => void = () => {}): void => {
      const outer = current
      current = suiteOf(String(name), outer, mode)
      suites.push(current)
      try {
        run()
      } finally {
        current = outer
      }
    }
  const named = (name: unknown, args: unknown[], index: number): string => {
    let next = 0
    return String(name)
      .replace(/%#/g, String(index))
      .replace(/%[sdifjop]/g, (sign) => (sign === '%s' ? String(args[next++]) : show(args[next++])))
      .replace(/\$(\w+)/g, (whole, key) =>
        Object(args[0]) === args[0] && key in (args[0] as object)
          ? show((args[0] as Record<string, unknown>)[key])
          : whole,
      )
  }
  const each =
    (add: (name: string, run: Hook) => void) =>
    (rows: Iterable<unknown>) =>
    (name: unknown, run: (...args: unknown[]) => unknown): void => {
      let index = 0
      for (const row of rows) {
        const args = Array.isArray(row) ? row : [row]
        add(named(name, args, index++), () => run(...args))
      }
    }
  const test = Object.assign(register('run'), {
    skip: register('skip'),
    only: register('only'),
    todo: register('todo'),
    each: each(register('run')),
  })
  const describe = Object.assign(group('run'), { skip: group('skip'), only: group('only'), each: each(group('run')) })
  const hook = (list: 'before' | 'after' | 'first' | 'last') => (run: Hook) => void current[list].push(run)
  const spyOn = (holder: Record<string, unknown>, name: string): unknown => {
    holder[name] = fn(holder[name] as () => unknown)
    return holder[name]
  }
  const vi = { fn, spyOn }
  const globals = {
    ...{ describe, suite: describe, test, it: test, expect, vi, jest: vi },
    ...{ beforeEach: hook('before'), afterEach: hook('after'), beforeAll: hook('first'), afterAll: hook('last') },
  }
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })

  const way = (suite: Suite | null): Suite[] => (suite === null ? [] : [...way(suite.parent), suite])
  const TIMEOUT = 5000
  const within = async (run: Hook): Promise<void> => {
    const result = run()
    if (typeof (result as { then?: unknown } | null | undefined)?.then !== 'function') return
    let timer: unknown
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`it took longer than ${TIMEOUT} ms`)), TIMEOUT)
    })
    await Promise.race([result, late]).finally(() => clearTimeout(timer as number))
  }

  return async () => {
    if (all.length === 0) return ''
    const isOnly = (one: Test): boolean => one.mode === 'only' || way(one.suite).some(({ mode }) => mode === 'only')
    const only = all.some(isOnly)
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const failures: string[] = []
    const begun = new Set<Suite>()
    const broken = new Map<Suite, unknown>()
    let heading = ''
    for (const one of all) {
      const path = way(one.suite)
      const titles = path.map(({ name }) => name).filter((name) => name !== '')
      if (titles.join(' > ') !== heading) {
        heading = titles.join(' > ')
        if (heading !== '') host.print(heading)
      }
      const skipped =
        one.mode === 'skip' || one.mode === 'todo' || path.some(({ mode }) => mode === 'skip') || (only && !isOnly(one))
      if (skipped) {
        counts.skipped++
        host.print(`  - ${one.name} (${one.mode === 'todo' ? 'to do' : 'skipped'})`)
        continue
      }
      let fault: { error: unknown } | null = null
      try {
        for (const suite of path) {
          if (!begun.has(suite)) {
            begun.add(suite)
            try {
              for (const run of suite.first) await within(run)
            } catch (error) {
              broken.set(suite, error)
            }
          }
          if (broken.has(suite)) throw broken.get(suite)
        }
        for (const suite of path) for (const run of suite.before) await within(run)
        await within(one.run)
      } catch (error) {
        fault = { error }
      }
      for (const suite of [...path].reverse())
        for (const run of suite.after)
          try {
            await within(run)
          } catch (error) {
            fault ??= { error }
          }
      if (fault === null) {
        counts.passed++
        host.print(`  ✓ ${one.name}`)
        continue
      }
      counts.failed++
      const words = host.describe(fault.error)
      host.print(`  ✗ ${one.name}\n      ${words.split('\n').join('\n      ')}`)
      failures.push([...titles, one.name].join(' > '))
    }
    for (const suite of suites.filter((each) => begun.has(each)).reverse())
      for (const run of suite.last)
        try {
          await within(run)
        } catch (error) {
          counts.failed++
          failures.push(`afterAll of ${suite.name || 'the file'}: ${host.describe(error)}`)
        }
    const named = failures.slice(0, host.mostFailures).map((name) => name.slice(0, host.mostName))
    return stringify({ ...counts, assertions: asserted, failures: named })
  }
}
