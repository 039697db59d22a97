import { type Answer, keyOf } from '../../src/agent/message.ts'
import { checkActs, checkFiles, type Evidence } from './oracle.ts'
import { helperNamed } from './program.ts'
import { type Rows, rowsOf } from './stored.ts'

/**
 * What must be true of the helpers of a session at rest: each call has one, what it did outside was done as often as
 * its journal says, and nothing waits for it or works for nobody. Their rows as such are judged with all others
 * (oracle-others.ts). Returns violations.
 */
export function helperViolations({
  rows,
  blobs,
  acts,
  sessionId,
  askingsOf,
}: Pick<Evidence, 'rows' | 'blobs' | 'acts' | 'sessionId'> & {
  /** Requests of the helper of this name that reached a provider. */
  askingsOf: (name: string) => number
}): string[] {
  const found: string[] = []
  const parent = rowsOf(rows, sessionId)
  if (parent === null) return found
  const calls = parent.messages.flatMap((row) => (row.role === 'assistant' ? (row as Answer).calls : []))
  const byCall = new Map<string, Rows>()
  const helpers = [...new Set((rows.sessions ?? []).map((row) => String(row['sessionId'])))].flatMap((id) => {
    const helper = rowsOf(rows, id)
    const helps = helper?.head.parent
    return helper === null || helps?.session !== sessionId ? [] : [{ id, helper, helps, name: nameOf(helper) }]
  })
  for (const { id, helper, helps, name } of helpers) {
    const must = (holds: boolean, sentence: string): void => void (holds || found.push(`helper ${id}: ${sentence}`))
    must(!byCall.has(helps.call), `call ${helps.call} of ${sessionId} has two helpers`)
    byCall.set(helps.call, helper)
    must(helps.released === true, 'its call has ended, and it was not released')
    must(name !== null, 'its first row is not its task')
    // answers that go on side by side may call one step twice: then two helpers have its name
    const twins = helpers.filter((other) => other.id !== id && other.name === name)
    const theirs = new Set(twins.flatMap((twin) => twin.helper.messages.flatMap(keysOf)))
    const ours = acts.filter(({ key }) => !theirs.has(key))
    const askings = name === null || twins.length > 0 ? 0 : askingsOf(name)
    if (name !== null) checkActs(helper, { acts: ours, sessionId: name, askings }, must)
    checkFiles(helper, { blobs }, must)
  }
  for (const call of calls.filter((each) => each.name === 'delegate')) {
    const must = (holds: boolean, sentence: string): void =>
      void (holds || found.push(`${sessionId}: call ${keyOf(call)}, ${sentence}`))
    const helper = byCall.get(call.id)
    must(call.result?.kind !== 'ok' || helper !== undefined, 'which a helper answered, has none')
    must(call.helper === undefined || helper !== undefined, 'which waited for a helper, has none')
  }
  return found
}

const keysOf = (row: Rows['messages'][number]): string[] =>
  row.role === 'assistant' ? (row as Answer).calls.map(keyOf) : []

/** The name of a helper by its task, its first row. */
function nameOf({ messages: [first] }: Rows): string | null {
  const task = first?.role === 'user' ? first.content.map((block) => (block.type === 'text' ? block.text : '')) : []
  return helperNamed(task.join(''))
}
