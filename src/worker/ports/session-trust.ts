import { lesserMode, type Mode } from '../../agent/mode.ts'
import type { State } from '../../agent/state.ts'
import type { Trust } from '../../effects/prepare-calls.ts'
import { parseConfig, parseHead } from '../../storage/parse-rows.ts'
import type { Database } from '../../storage/schema.ts'
import { readPreferences } from '../../storage/settings/settings.ts'

/** What a session lets run without a question, at this moment. Rejects with DamagedRecord or a DOMException. */
export async function trustOf(db: Database, state: Pick<State, 'head' | 'config'>): Promise<Trust> {
  const mode = await modeOf(db, state)
  // in the mode "ask" no tool's own question is ever left out
  const approvals = mode === 'ask' ? {} : (await readPreferences(db)).approvals
  return { mode, state, isToAsk: (tool) => Object.hasOwn(approvals, tool) && approvals[tool] === 'ask' }
}

/**
 * The mode of a session: its own, and at most that of each session above it, as it is now. A helper whose parent is not
 * on this device is in the mode "ask".
 */
async function modeOf(db: Database, { head, config }: Pick<State, 'head' | 'config'>): Promise<Mode> {
  let mode = config.mode ?? 'ask'
  for (let above = head.parent; above !== undefined && mode !== 'ask'; ) {
    const [headRow, configRow] = await Promise.all([
      db.get('sessions', above.session),
      db.get('configs', above.session),
    ])
    if (headRow === undefined || configRow === undefined) return 'ask'
    mode = lesserMode(mode, parseConfig(configRow).mode ?? 'ask')
    above = parseHead(headRow).parent
  }
  return mode
}
