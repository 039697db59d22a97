import type { Config } from '../agent/config.ts'
import type { Usage } from '../agent/content.ts'
import type { Unstamped } from '../agent/input.ts'
import type { State } from '../agent/state.ts'
import type { EffectDispatch, EffectInitializer } from '../moorex/definition.ts'

const LONGEST = 60

/** A title from the person's first message: its first line, cut at a word; '' if there are no words. */
export function titleFrom(text: string): string {
  const line = text
    .split('\n')
    .map((part) =>
      part
        .replace(/[#*`>_]+/g, ' ')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .find((part) => part !== '')
  if (line === undefined || line.length <= LONGEST) return line ?? ''
  const cut = line.slice(0, LONGEST)
  const space = cut.lastIndexOf(' ')
  return `${(space > LONGEST / 2 ? cut.slice(0, space) : cut).trimEnd()}…`
}

/** `title` null: the model gave none. */
export type Named = {
  title: string | null
  usage?: Usage
  cost?: number | null
  /** The model that was asked. */
  model?: { providerId: string; model: string }
}

export type NamingPorts = {
  /** The person's first message; '' if it cannot be read. */
  firstText: () => Promise<string>
  /** Whether the person lets the model name sessions. */
  isWanted: (model: Config['model']) => Promise<boolean>
  /** Asks the model, once. Never rejects. */
  ask: (text: string, model: Config['model'], signal: AbortSignal) => Promise<Named>
}

/**
 * Names the session: by the model, or from its first message if the model must not be asked, was asked before a crash,
 * or gives no name. Always ends with `brain-name-session`.
 */
export function nameSession({ head, config }: State, ports: NamingPorts): EffectInitializer<Unstamped> {
  const controller = new AbortController()
  const run = async (dispatch: EffectDispatch<Unstamped>): Promise<void> => {
    const text = await ports.firstText()
    const words = titleFrom(text)
    const asks = words !== '' && head.naming !== true && head.hold === null && (await ports.isWanted(config.model))
    // committed before it is paid for, so it is asked only once
    if (!asks) return void (await dispatch({ type: 'brain-name-session', title: words }))
    if (!(await dispatch({ type: 'brain-begin-naming' }))) return
    const { title, ...spent } = await ports.ask(text, config.model, controller.signal)
    await dispatch({ type: 'brain-name-session', title: title ?? words, ...spent })
  }
  return { start: run, cancel: () => controller.abort() }
}
