import type { JSX } from 'solid-js'
import { SignInReply } from '../../base/kit/SignInReply.tsx'
import { useApp } from '../../base/state/app-context.ts'
import { useProviders } from '../../base/state/providers.ts'
import { t } from '../../base/words/t.ts'
import { useFirstProvider } from './first-provider.ts'
import { tellSignedIn } from './signed-in.ts'

/** The page to which a provider returns the person after a sign-in. */
export default function ProviderSignInReply(props: { onClose: () => void }): JSX.Element {
  const { state } = useApp()
  const saysFirst = useFirstProvider()
  const providers = useProviders()
  const finish = async (query: string): Promise<{ message: string; closes: boolean }> => {
    const { id, label } = await providers.finishSignIn(query)
    tellSignedIn(id)
    await saysFirst(id)
    // the tab that runs the sessions stays open
    return { message: t('You are signed in. {label} is ready.', { label }), closes: state.role !== 'writer' }
  }
  return <SignInReply finish={finish} onClose={() => props.onClose()} />
}
