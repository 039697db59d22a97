import type { McpPrompt, McpResource } from '../settings/mcp-server.ts'

/** What a server offers to the person, bounded: prompts and resources. None of its words are trusted. */

const MOST_PROMPTS = 100
export const MOST_RESOURCES = 200
const MOST_ARGUMENTS = 16
const LONGEST_NAME = 128
const LONGEST_ADDRESS = 2000
const LONGEST_WORDS = 300

type Loose = Record<string, unknown>
const isLoose = (value: unknown): value is Loose => typeof value === 'object' && value !== null
const words = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, LONGEST_WORDS) : '')
const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= LONGEST_NAME

/** Prompts without a usable name, and with more arguments than a form shows, are left out. */
export function boundPrompts(items: readonly unknown[]): McpPrompt[] {
  const prompts = new Map<string, McpPrompt>()
  for (const item of items) {
    if (prompts.size >= MOST_PROMPTS) break
    if (!isLoose(item) || !isName(item['name']) || prompts.has(item['name'])) continue
    const given = Array.isArray(item['arguments']) ? item['arguments'].filter(isLoose) : []
    const named = given.filter(({ name }) => isName(name))
    if (named.length > MOST_ARGUMENTS || named.length < given.length) continue
    const { name } = item
    const args = named.map((each) => ({
      name: String(each['name']),
      description: words(each['description']),
      required: each['required'] === true,
    }))
    prompts.set(name, { name, title: words(item['title']), description: words(item['description']), args })
  }
  return [...prompts.values()]
}

export function boundResources(items: readonly unknown[]): McpResource[] {
  const resources = new Map<string, McpResource>()
  for (const item of items) {
    if (resources.size >= MOST_RESOURCES) break
    const uri = isLoose(item) ? item['uri'] : null
    if (!isLoose(item) || typeof uri !== 'string' || uri === '' || uri.length > LONGEST_ADDRESS) continue
    resources.set(uri, {
      uri,
      title: words(item['title']) || words(item['name']),
      description: words(item['description']),
    })
  }
  return [...resources.values()]
}
