import type { JSX } from 'solid-js'
import { SignInReply } from '../../base/kit/SignInReply.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useMcpServers } from '../../base/state/services.ts'
import { said } from '../../base/words/said.ts'
import { t } from '../../base/words/t.ts'

/** The page to which an authority returns the person. */
export default function McpSignInReply(props: { onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const servers = useMcpServers()
  const finish = async (query: string): Promise<{ message: string; closes: boolean }> => {
    const { server, at, ok, message } = await servers.finishSignIn(query)
    const signedIn = t('You are signed in to {server} at {host}.', { server, host: new URL(at).host })
    // stays open if the server’s test found a problem; the tab that runs the sessions stays open in any case
    return { message: `${signedIn} ${said(message)}`, closes: ok && state.role !== 'writer' }
  }
  return <SignInReply finish={finish} onClose={() => props.onClose()} />
}
