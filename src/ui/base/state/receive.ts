import type { FromWorker } from '../../../protocol/from-worker.ts'
import type { makeTellPerson } from '../notifications/tell-person.ts'
import type { Heard } from '../worker-link/connection.ts'
import { makeFrameQueue } from '../worker-link/frame-queue.ts'
import type { Drafts } from './drafts.ts'
import type { Loading } from './loading.ts'
import type { Store } from './store.ts'
import type { StreamMessage } from './stream-view.ts'

type Environment = {
  store: Store
  drafts: Drafts
  loading: Loading
  person: ReturnType<typeof makeTellPerson>
  notify: (text: string) => void
  /** Whether this command changed files; asked once. */
  endedFileChange: (id: string) => boolean
}

type Receive = (message: Heard) => void

/** What the worker's messages cause in the page. */
export function makeReceive({ store, drafts, loading, person, notify, endedFileChange }: Environment): Receive {
  const { state } = store
  const reopenIfAbsent = (): void => {
    if (state.open && state.open.phase !== 'ready') void loading.reopen(state.open.id)
  }
  const streams = makeFrameQueue<StreamMessage>((messages) => {
    const id = state.open?.id
    if (id !== undefined && !store.streams(messages)) void loading.streams(id)
  })
  const writerChanged = ({ role, epoch }: Extract<FromWorker, { type: 'writer-changed' }>): void => {
    const isFirst = state.epoch === 0
    store.set('role', role)
    store.set('epoch', epoch)
    if (role === 'none' || (isFirst && role === 'writer')) return
    // The previous writer may have failed to send its last change, and a frozen tab received nothing; its worker
    // repeats this message. Before the first role was known, nothing could be asked.
    const wanted = store.wanted()
    if (wanted !== null) void loading.reopen(wanted)
    if (!isFirst) void loading.all()
  }
  return (message) => {
    switch (message.type) {
      case 'writer-changed':
        return writerChanged(message)
      case 'acknowledged':
        drafts.delivered(message.id)
        store.forgetCommand(message.id)
        if (endedFileChange(message.id) && message.outcome === 'unapplied')
          notify('Nothing was changed, because a file has changed since. Look at it again.')
        return reopenIfAbsent()
      case 'refused':
        if (message.id === null) return notify(message.words)
        drafts.refused(message.id, message.words)
        store.forgetCommand(message.id)
        notify(message.words)
        return reopenIfAbsent()
      case 'delta':
        streams.flush()
        if (!store.delta(message)) void loading.reopen(message.sessionId)
        return
      case 'stream':
        return streams.add(message)
      case 'progress':
        return store.progress(message)
      case 'activity':
        // without a service worker that keeps them, the files go with the version they belong to
        if (message.activity.codeMissing && state.role === 'writer' && navigator.onLine)
          store.set('applyUpdate', () => location.reload())
        return store.activity(message)
      case 'sessions-changed':
        person.call(message.sessions)
        store.sessionsChanged(message.sessions)
        // it was not there when it was opened: another device has sent it, or it came back from its copy
        if (state.open?.phase === 'missing' && message.sessions.some(({ id }) => id === state.open?.id))
          reopenIfAbsent()
        return
      case 'notify':
        return void person.tell(message).catch(console.error)
      case 'settings-changed':
        return void loading.settings()
      case 'storage-failed':
        // the page already asks for a reload: a half-filled form stays until then
        if (message.fault.kind === 'newer-data' && state.applyUpdate) return notify(message.fault.message)
        return store.set('fault', message.fault)
    }
  }
}
