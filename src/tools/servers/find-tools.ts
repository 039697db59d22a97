import * as z from 'zod/mini'
import { DEFAULT_TIME_LIMIT, defineTool } from '../define-tool.ts'
import { ABOUT_SERVERS } from './about-servers.ts'

/** The name of the tool that finds deferred tools. */
export const FIND_TOOLS = 'find_tools'

/**
 * Offered only while tools of servers are deferred. What it finds is committed with its result: the tools are in every
 * later request.
 */
export const findTools = defineTool({
  name: FIND_TOOLS,
  label: 'Find tools',
  description: 'Finds tools of connected servers. You can call what it found from your next step on.',
  about: ABOUT_SERVERS,
  parameters: z.strictObject({
    words: z.string().check(z.minLength(1), z.maxLength(300), z.describe('What the tool does, or its name.')),
  }),
  repeat: 'pure',
  approval: 'allow',
  sequential: false,
  timeLimit: DEFAULT_TIME_LIMIT,
  gives: 'own',
  run: async ({ words }, { findTools: find }) => {
    const { hits, all } = (await find?.(words)) ?? { hits: [], all: 0 }
    if (hits.length === 0) return { content: [{ type: 'text', text: `None of ${all} tools fits. Use other words.` }] }
    const lines = hits.map(({ name, description }) => `- ${name}: ${description.replace(/\s+/g, ' ').slice(0, 200)}`)
    return {
      content: [{ type: 'text', text: `${hits.length} of ${all} tools:\n${lines.join('\n')}` }],
      found: hits.map(({ name }) => name),
    }
  },
})
