import type { Background, Config } from '../../agent/config.ts'
import type { Head } from '../../agent/head.ts'
import { INSTRUCTION_FILES } from '../../agent/instruction-files.ts'
import type { Database } from '../../storage/schema.ts'

type Code = typeof import('../projects/instruction-files.ts')
type Loading = (code: () => Promise<Code>) => Promise<Code>

/**
 * The instruction files of a run that starts now, as far as the person lets the model read them. A session without
 * such a file, project or folder loads no code and costs one look at its files.
 */
export async function instructionFiles(
  db: Database,
  { sessionId, project }: { sessionId: string; project?: Head['project'] },
  { tools }: Pick<Config, 'tools'>,
  isLinked: boolean,
  loading: Loading,
): Promise<Background['files']> {
  const files = db.transaction('files').store
  const own = await Promise.all(INSTRUCTION_FILES.map((name) => files.getKey([sessionId, name])))
  if (project === undefined && !isLinked && own.every((key) => key === undefined)) return undefined
  const { findInstructions } = await loading(() => import('../projects/instruction-files.ts'))
  const found = await findInstructions(db, { sessionId, project, folder: isLinked && readsFolder(tools) })
  return found.filter(({ decision }) => decision === 'use').map(({ from, name, text }) => ({ from, name, text }))
}

/** Without a question: a tool that the person did not allow reads nothing, and neither does this. */
export const readsFolder = (tools: Config['tools']): boolean => tools['disk_read']?.approval === 'allow'
