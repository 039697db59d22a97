import { createMoorex } from '../../moorex/create-moorex.ts'
import type { BetweenTabs } from '../../protocol/between-tabs.ts'
import type { Command } from '../../protocol/command.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'
import type { FromWorker } from '../../protocol/from-worker.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import type { Port } from '../../protocol/port.ts'
import type { Answered } from '../../protocol/published.ts'
import type { ToWorker } from '../../protocol/to-worker.ts'
import { isPrivateSession } from '../../settings/private-session.ts'
import type { StorageFault } from '../../settings/storage-fault.ts'
import { classifyFault } from '../../storage/fault.ts'
import type { Database } from '../../storage/schema.ts'
import { onLockChange } from '../../storage/settings/vault-lock.ts'
import { makeNetwork } from '../ports/network.ts'
import type { PrivateSessions } from '../private/private-sessions.ts'
import { answerPage } from './answer-page.ts'
import { makeAudience } from './audience.ts'
import { hearTabs } from './hear-tabs.ts'
import { openStorage } from './open-storage.ts'
import { pageEnvironment } from './page-environment.ts'
import { makePendingCommands } from './pending-commands.ts'
import { makeQuestions } from './questions.ts'
import { openTabChannel } from './tab-channel.ts'
import { makeTabEffects } from './tab-effects.ts'
import {
  opening,
  roleOf,
  type TabEffect,
  type TabInput,
  type TabState,
  tabEffectsAt,
  tabTransition,
} from './tab-state.ts'

/**
 * One tab's worker. It answers its page's requests, forwards commands to the tab that writes, and runs the machines
 * itself while it holds the lock. Wiring only: `tab-state.ts` has the states, `tab-effects.ts` their effects.
 */
export type TabOptions = {
  port: Port
  report: (error: unknown) => void
  /** Loads the code that runs machines. Called at the start, so that the code is there when the lock comes. */
  loadWriter: () => Promise<typeof import('../writer/writer.ts')>
}

type Hello = Extract<ToWorker, { type: 'hello' }>
type Opened = { db: Database; hello: Hello }

export function startTab({ port, report, loadWriter }: TabOptions): void {
  const tell = (message: FromWorker): void => port.send(message)
  // a locking or unlocking, also by another tab: every tab hears it itself
  onLockChange(() => tell({ type: 'settings-changed' }))
  const tellFault = (fault: StorageFault): void => tell({ type: 'storage-failed', fault })
  const network = makeNetwork(() => navigator.onLine)
  const code = loadWriter()
  code.catch(report)
  let database: Database | null = null
  let hello: Hello | null = null
  let leftEpoch: number | null = null
  /** Writing begins after both have come. */
  const opened = (): Opened => {
    if (database === null || hello === null) throw new Error('This tab can’t write yet.')
    return { db: database, hello }
  }

  const channel = openTabChannel(
    (message) => hear(message),
    () => effects.heard(),
    report,
  )
  const pending = makePendingCommands(send)
  const streamQuestions = makeQuestions<StreamSnapshot[]>((asked) => channel.send({ type: 'streams-wanted', ...asked }))
  const machineQuestions = makeQuestions<MachineView>((asked) => channel.send({ type: 'machine-wanted', ...asked }))
  const audience = makeAudience({
    tell,
    send: channel.send,
    isWriter: () => effects.writer() !== null,
    settingsChanged: () => {
      effects.writer()?.settingsChanged()
      privately?.then((sessions) => sessions.settingsChanged()).catch(report)
    },
    now: () => performance.now(),
  })
  const effects = makeTabEffects({
    code,
    db: () => opened().db,
    writerOptions: (epoch) => ({
      network,
      // asked late: the page may tell of it after the epoch was claimed
      clean: () => leftEpoch === epoch - 1,
      safe: opened().hello.safe,
      publish: audience.publish,
      isShown: audience.isShown,
      report,
    }),
    state: () => tab.getState(),
    send: channel.send,
    tellRole: (told) => {
      tell({ type: 'writer-changed', ...told })
      pending.sendAll()
    },
    report,
  })
  const tab = createMoorex<TabState, TabInput, TabEffect>(
    {
      initiate: () => opening,
      transition: (input) => (state) => tabTransition(state, input),
      effectsAt: tabEffectsAt,
      runEffect: effects.run,
    },
    { report },
  )
  const follows = (): boolean => roleOf(tab.getState()).role === 'follower'
  const close = (): void => void tab.dispatch({ type: 'close' })
  tab.on((event) => {
    if (event.type !== 'effect-failed') return
    report(event.error)
    close()
    tellFault(classifyFault(event.error))
  })

  let privately: Promise<PrivateSessions> | null = null
  const openPrivate = async (): Promise<PrivateSessions> => {
    const [{ makePrivateSessions }, { startWriter }] = await Promise.all([
      import('../private/private-sessions.ts'),
      code,
    ])
    const { db, hello } = opened()
    const options = { network, safe: hello.safe, isShown: audience.isShown }
    return makePrivateSessions({ disk: db, start: startWriter, options, tell: audience.here, report })
  }
  const sendPrivately = (id: string, command: Command): void => {
    // until then it stays pending
    if (database === null || hello === null) return
    privately ??= openPrivate()
    privately.catch(() => {
      privately = null
    })
    void privately.then((sessions) => sessions.run(id, command)).then(answered, report)
  }

  function send(id: string, command: Command): void {
    if (isPrivateSession(command.sessionId)) return sendPrivately(id, command)
    const writer = effects.writer()
    if (writer !== null) void writer.run(id, command).then(answered, report)
    else if (follows()) channel.send({ type: 'command', id, command })
    // else: it stays pending until somebody writes
  }
  function answered(message: Answered | null): void {
    if (message !== null && pending.answered(message)) tell(message)
  }
  const hear: (message: BetweenTabs) => void = hearTabs({
    writer: effects.writer,
    writerHeard: (epoch, safe, fault) => {
      effects.heard()
      void tab.dispatch({ type: 'writer-heard', epoch, safe, fault })
    },
    retry: effects.retry,
    whoWrites: effects.sayHere,
    answered,
    audience,
    streamQuestions,
    machineQuestions,
    send: channel.send,
    report,
  })

  const { writer } = effects
  const retryCommit = (): void => {
    effects.retry()
    if (writer() === null) channel.send({ type: 'retry-commit' })
  }
  const parts = { writer, follows, streamQuestions, machineQuestions, audience, retryCommit }
  const environment = { ...parts, privately: () => privately }
  const flushWaiting = answerPage(port, {
    hello: (said) => {
      hello = said
      leftEpoch = said.leftEpoch
      begin()
    },
    online: () => {
      network.changed()
      retryCommit()
    },
    leaving: network.leaving,
    left: (left) => {
      leftEpoch = left
    },
    command: pending.add,
    environment: () => (database === null ? null : pageEnvironment(database, environment)),
    report,
  })
  const begin = (): void => {
    if (database !== null && hello !== null) void tab.dispatch({ type: 'greeted' })
  }
  // right away, before the page has sent anything: storage opens while the page still starts
  void openStorage({ tellFault, giveUp: close }).then((db) => {
    database = db
    flushWaiting()
    begin()
    pending.sendAll()
  })
}
