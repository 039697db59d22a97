import type { ToolContext } from '../tool.ts'
import { readBody } from '../web/read-body.ts'
import type { GitRequest } from '../web/web-port.ts'
import type { ShellAsk } from './shell-port.ts'
import { repository } from './web-address.ts'

/** Most bytes of an answer. */
const MOST = 64 * 1024 * 1024
/** Most requests of one command: how often it asks would tell the host what it has read. */
const MOST_REQUESTS = 8

const NAME_IT =
  'The person is asked about the address of a repository, so it must be in the command (git push https://… main) or in git_remote.'

type GitAsk = Extract<ShellAsk, { name: 'git' }>
type GitAnswer = { status: number; mediaType: string; bytes: Uint8Array<ArrayBuffer> }

/** Carries out the git requests of one command: to the one repository that the person was asked about. */
export function gitAsker(
  { web, signal }: Pick<ToolContext, 'web' | 'signal'>,
  { address, onPush }: { address: string | null; onPush: (host: string) => void },
): (ask: GitAsk) => Promise<GitAnswer> {
  let left = MOST_REQUESTS
  return async ({ url, body }) => {
    if (!web?.git) throw new Error('There is no way to the web here.')
    if (address === null) throw new Error(NAME_IT)
    const request = requestFor(repository(address), url, body)
    if (request === null) throw new Error(`${url} is not ${repository(address)}. ${NAME_IT}`)
    if (left-- <= 0) throw new Error(`One command may ask a repository ${MOST_REQUESTS} times.`)
    if (body !== null && request.service === 'git-receive-pack') onPush(new URL(address).host)
    const response = await web.git(request, signal)
    const { bytes, cut } = await readBody(response, MOST, () => {})
    if (cut) throw new Error(`The answer has more than ${MOST} bytes. A clone with --depth 1 is smaller.`)
    const mediaType = response.headers.get('content-type') ?? ''
    return { status: response.status, mediaType, bytes: new Uint8Array(bytes) }
  }
}

/** null: not a request of git to this repository. */
function requestFor(home: string, url: string, body: GitAsk['body']): GitRequest | null {
  for (const service of ['git-upload-pack', 'git-receive-pack'] as const)
    if (url === (body === null ? `${home}/info/refs?service=${service}` : `${home}/${service}`))
      return { repository: home, service, body }
  return null
}
