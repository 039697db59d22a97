import type { Config } from '../../agent/config.ts'
import { makeAnswerBuffer } from '../../effects/answer-buffer.ts'
import { endingRun } from '../../effects/ending-run.ts'
import type { Database } from '../../storage/schema.ts'
import { connect } from '../ports/connect.ts'
import { Refused } from '../refused.ts'
import { EDITS_SKILLS } from '../skills/edits-skills.ts'

/** One request to a model that writes a draft of a skill better. */

/** Milliseconds. */
const PATIENCE = 120_000

/** What the model wrote. Rejects with Refused if it failed. */
export async function betterSkill(db: Database, model: Config['model'], draft: string): Promise<string> {
  const signal = AbortSignal.timeout(PATIENCE)
  const connection = await connect(db, model, (code) => code())
  if ('failure' in connection) throw new Refused(connection.failure.message)
  const buffer = makeAnswerBuffer()
  const parts = connection.llm({
    model: model.model,
    system: EDITS_SKILLS,
    messages: [{ role: 'user', content: [{ type: 'text', text: `<draft>\n${draft}\n</draft>` }] }],
    tools: [],
    toolChoice: 'none',
    thinking: 'off',
    maxOutputTokens: 4000,
    signal,
  })
  for await (const part of endingRun(parts, connection.cancelRun)) {
    if (part.type === 'error') throw new Refused(connection.scrub(part.error.message))
    if (part.type !== 'done') buffer.push(part)
  }
  const said = buffer.said().flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return bare(connection.scrub(said.join('')))
}

/** Without the fence that many models put around a file. */
const bare = (text: string): string => {
  const fenced = /^\s*```[a-z]*\n([\s\S]*?)\n```\s*$/.exec(text)?.[1]
  return `${(fenced ?? text).trim()}\n`
}
