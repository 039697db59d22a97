import type { FileEntry } from '../../../../agent/state.ts'
import type { ServerOffers } from '../../../../protocol/mcp-offers.ts'
import type { Prompt } from '../../../../settings/prompts.ts'
import type { Command } from '../../commands/commands.ts'
import type { ServerOffer } from '../from-server/FromServer.tsx'

/** Suggestion for a name that is being typed. `words`: its description. */
export type Offer =
  | { type: 'prompt'; label: string; words: string; prompt: Prompt }
  | { type: 'skill'; label: string; words: string }
  | { type: 'command'; label: string; words: string; command: Command }
  | { type: 'file'; label: string; words: string }
  | { type: 'server'; label: string; words: string; offer: ServerOffer }

/** Most suggestions; typing on narrows them. */
const MOST = 30

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ς', 'σ')

/** Scripts written without spaces: any character may begin a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u

/** 0: the label begins with the query; 1: a word of it does; null: neither. `-` may stand for a space. */
function rankOf(label: string, query: string): number | null {
  const [name, asked] = [fold(label), fold(query)]
  if (name.startsWith(asked) || name.replace(/\s+/g, '-').startsWith(asked)) return 0
  if (UNSPACED.test(asked)) return name.includes(asked) ? 1 : null
  return name.split(/[\s:/-]+/).some((word) => word.startsWith(asked)) ? 1 : null
}

/** `english`: the English name, which some languages find easier to type. */
const ranked = <Item extends { label: string; english?: string }>(items: readonly Item[], query: string): Item[] =>
  items
    .flatMap((item) => {
      const rank = rankOf(item.label, query) ?? rankOf(item.english ?? '', query)
      return rank === null ? [] : [{ item, rank }]
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
    .slice(0, MOST)

/** A server's prompts come after the person's own, before skills, and those before commands of the app. */
export function commandOffers(
  prompts: readonly Prompt[],
  commands: readonly Command[],
  query: string,
  skills: readonly { name: string; description: string }[] = [],
  servers: readonly ServerOffers[] = [],
): Offer[] {
  return [
    ...ranked<Offer>(
      prompts.map((prompt) => ({
        type: 'prompt',
        label: prompt.name,
        words: prompt.text.trim().split('\n')[0]?.slice(0, 120) ?? '',
        prompt,
      })),
      query,
    ),
    ...ranked<Offer>(servers.flatMap(promptsOf), query),
    ...ranked<Offer>(
      skills.map(({ name, description }) => ({ type: 'skill', label: name, words: description })),
      query,
    ),
    ...ranked(commands, query).map((command): Offer => {
      return { type: 'command', label: command.label, words: command.keys ?? '', command }
    }),
  ].slice(0, MOST)
}

const promptsOf = ({ serverId, server, prompts }: ServerOffers): Offer[] =>
  prompts.map((prompt) => ({
    ...{ type: 'server', label: `${server}: ${prompt.title || prompt.name}`, words: prompt.description },
    offer: { type: 'prompt', serverId, server, prompt },
  }))

/** Resources whose name or address contains the query. */
export function resourceOffers(servers: readonly ServerOffers[], query: string): Offer[] {
  const asked = fold(query)
  return servers
    .flatMap(({ serverId, server, resources }) =>
      resources.map((resource): Offer => {
        const label = `${server}: ${resource.title || resource.uri}`
        return { type: 'server', label, words: resource.uri, offer: { type: 'resource', serverId, server, resource } }
      }),
    )
    .filter(({ label, words }) => fold(label).includes(asked) || fold(words).includes(asked))
    .slice(0, MOST)
}

/**
 * Files whose name begins with the query come first, then files in a folder that does, then files that contain it
 * anywhere.
 */
export function fileOffers(files: readonly Pick<FileEntry, 'path'>[], query: string): Offer[] {
  const asked = fold(query)
  const rank = (path: string): number => {
    const name = fold(path)
    if (name.slice(name.lastIndexOf('/') + 1).startsWith(asked)) return 0
    return name.split('/').some((part) => part.startsWith(asked)) || name.startsWith(asked) ? 1 : 2
  }
  return files
    .filter(({ path }) => fold(path).includes(asked))
    .map(({ path }) => ({ path, rank: rank(path) }))
    .sort((a, b) => a.rank - b.rank || (a.path < b.path ? -1 : 1))
    .slice(0, MOST)
    .map(({ path }) => ({ type: 'file', label: path, words: '' }))
}

/** How a message names a file. */
export const fileWords = (path: string): string =>
  /[\s"]/.test(path) ? `@"${path.replaceAll('"', '\\"')}"` : `@${path}`

/** Where the model reads a skill. */
export const skillPath = (name: string): string => `/skills/${name}/SKILL.md`
