import { t } from '../../base/words/t.ts'

/** Services that work at one press. `words`: what each sees. */

/** Works without a key for a few pages a minute. */
const JINA = 'https://r.jina.ai/{url}'
/** A public one of the makers of isomorphic-git, for git only. */
const GIT_RELAY = 'https://cors.isomorphic-git.org/{bare}'

export type KnownService = { name: string; template: string; words: string }

export const knownReader = (): KnownService => ({
  name: 'Jina',
  template: JINA,
  words: t('{host} works without a key. It sees the address of each page, not your conversation.', {
    host: new URL(JINA).host,
  }),
})

export const knownRelay = (): KnownService => {
  const { host } = new URL(GIT_RELAY)
  return {
    name: host,
    template: GIT_RELAY,
    words: t('{host} is public and passes on git only. It sees the repositories, your commits, not your token.', {
      host,
    }),
  }
}
