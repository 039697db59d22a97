import type { BetweenTabs } from '../../protocol/between-tabs.ts'
import type { StorageFault, StreamSnapshot } from '../../protocol/common.ts'
import type { FromWorker } from '../../protocol/from-worker.ts'
import type { Port } from '../../protocol/port.ts'
import type { Answered } from '../../protocol/published.ts'
import type { Command, ToWorker } from '../../protocol/to-worker.ts'
import { claimEpoch } from '../../storage/epoch.ts'
import { classifyFault } from '../../storage/fault.ts'
import type { Database } from '../../storage/schema.ts'
import { failpointIn } from '../failpoints.ts'
import { makeNetwork } from '../ports/network.ts'
import type { Writer } from '../writer/writer.ts'
import { answerPage } from './answer-page.ts'
import { makeAudience } from './audience.ts'
import { type Election, joinElection } from './election.ts'
import { openStorage } from './open-storage.ts'
import { makePendingCommands } from './pending-commands.ts'
import { makeStreamQuestions } from './stream-questions.ts'
import { openTabChannel } from './tab-channel.ts'

/**
 * One tab's worker (DESIGN 8): answers its page's requests itself, passes its commands to whichever tab writes, and runs the machines
 * itself while it holds the lock.
 */
export type TabOptions = {
  port: Port
  report: (error: unknown) => void
  /** Loads the code that runs machines; started at once, so that it is there when the lock comes. */
  loadWriter: () => Promise<typeof import('../writer/writer.ts')>
}

type Hello = Extract<ToWorker, { type: 'hello' }>
type Role = 'writer' | 'follower' | 'none'

/** How late, in ms, the word may come that the lock is lost. */
const WORD_COMES = 1000
/** A follower says every so many half seconds that it is there. */
const PRESENCE_TICKS = 10
/** The same in ms, before it counts ticks. */
const PRESENCE = 5000

export function startTab({ port, report, loadWriter }: TabOptions): void {
  const network = makeNetwork(() => navigator.onLine)
  const pending = makePendingCommands(send)
  let writer: Writer | null = null
  let election: Election | null = null
  let database: Database | null = null
  let role: Role = 'none'
  let epoch = 0
  /** Whether the writer of this epoch runs nothing (#/safe). */
  let safe = false
  let ticks = 0
  let closed = false
  let leftEpoch: number | null = null

  const tell = (message: FromWorker): void => port.send(message)
  const tellFault = (fault: StorageFault): void => tell({ type: 'storage-failed', fault })

  const channel = openTabChannel(heard, () => election?.heard(), report)
  const questions = makeStreamQuestions(channel.send)
  const audience = makeAudience({
    tell,
    send: channel.send,
    isWriter: () => writer !== null,
    settingsChanged: () => writer?.settingsChanged(),
    now: () => performance.now(),
  })
  const { publish } = audience

  const tellRole = (): void => tell({ type: 'writer-changed', role, epoch, safe })
  const sayHere = (): void => channel.send({ type: 'writer-here', epoch, safe })
  function changeRole(next: Role, nextEpoch: number, isSafe = false): void {
    role = next
    epoch = nextEpoch
    safe = isSafe
    tellRole()
    pending.sendAll()
  }

  function send(id: string, command: Command): void {
    if (writer !== null) void writer.run(id, command).then(done, report)
    else if (role === 'follower') channel.send({ type: 'command', id, command })
    // else: it stays pending until somebody writes
  }
  function done(message: Answered | null): void {
    if (message !== null && pending.answered(message)) tell(message)
  }

  function heard(message: BetweenTabs): void {
    switch (message.type) {
      case 'writer-here':
        election?.heard()
        if (writer === null && (role !== 'follower' || epoch !== message.epoch))
          changeRole('follower', message.epoch, message.safe)
        return
      case 'who-writes':
        audience.followerSpoke()
        if (writer !== null) sayHere()
        return
      case 'command':
        if (writer === null) return
        void writer.run(message.id, message.command).then((result) => {
          if (result !== null) channel.send({ type: 'command-done', message: result })
        }, report)
        return
      case 'command-done':
        done(message.message)
        return
      case 'publish':
        audience.heard(message.message)
        return
      case 'streams-wanted':
        if (writer === null) return
        void writer.streams(message.sessionId).then((streams) => {
          if (streams !== null) channel.send({ type: 'streams', to: message.from, id: message.id, streams })
        }, report)
        return
      case 'streams':
        questions.answered(message)
        return
      case 'retry-commit':
        writer?.retryCommit()
    }
  }

  async function liveStreams(sessionId: string): Promise<StreamSnapshot[] | null> {
    if (writer !== null) return writer.streams(sessionId)
    return role === 'follower' ? questions.ask(sessionId) : null
  }

  async function begin(hello: Hello): Promise<void> {
    leftEpoch = hello.leftEpoch
    const db = await opening
    if (db === null || closed) return
    const present = (): void => channel.send({ type: 'who-writes' })
    present()
    // Who waits for the lock must be able to write: a tab whose code hangs would hold it, and its heartbeat keep the others from writing.
    const follows = setInterval(present, PRESENCE)
    // that it failed is told if this tab is elected: until then it can follow
    await code.catch(() => {})
    clearInterval(follows)
    if (closed) return
    election = joinElection({
      elected: (lost) => void write(db, hello, lost).catch(fail),
      heartbeat: sayHere,
      follow: (asleep) => {
        if (asleep || ticks++ % PRESENCE_TICKS === 0) present()
        // the page looks again at what it shows: it may have missed the last change
        if (asleep && role === 'follower') tellRole()
      },
      report,
      now: () => performance.now(),
    })
  }

  async function write(db: Database, hello: Hello, lost: AbortSignal): Promise<void> {
    const { startWriter } = await code
    await failpointIn('before-claim')
    if (lost.aborted) return
    const claimed = await claimEpoch(db)
    await failpointIn('after-claim')
    if (lost.aborted) return
    let isRobbed = false
    const robbed = (): void => {
      if (isRobbed) return
      isRobbed = true
      writer?.stop()
      writer = null
      changeRole('none', claimed)
      channel.send({ type: 'who-writes' })
      // with the lock still here the epoch went to a tab that lost it on its way to write: nobody would ever write again
      setTimeout(() => {
        if (!lost.aborted) void write(db, hello, lost).catch(fail)
      }, WORD_COMES)
    }
    lost.addEventListener('abort', robbed, { once: true })
    const clean = (): boolean => leftEpoch === claimed - 1
    const options = { db, epoch: claimed, network, clean, safe: hello.safe, publish, robbed, report }
    const started = await startWriter(options)
    if (isRobbed) return started.stop()
    writer = started
    changeRole('writer', claimed, hello.safe)
    sayHere()
  }

  function fail(error: unknown): void {
    report(error)
    giveUp()
    tellFault(classifyFault(error))
  }
  function giveUp(): void {
    closed = true
    election?.stop()
    writer?.stop()
    writer = null
    role = 'none'
  }

  const flushWaiting = answerPage(port, {
    hello: (hello) => void begin(hello).catch(fail),
    online: network.changed,
    left: (left) => {
      leftEpoch = left
    },
    command: pending.add,
    environment: () =>
      database === null
        ? null
        : {
            db: database,
            liveStreams,
            watch: audience.watch,
            settingsChanged: () => publish({ type: 'settings-changed' }),
            sessionsChanged: (sessions) => publish({ type: 'sessions-changed', sessions }),
            retryCommit: () => (writer === null ? channel.send({ type: 'retry-commit' }) : writer.retryCommit()),
          },
    report,
  })
  const code = loadWriter()
  code.catch(report)
  // at once, before the page has said anything: what is slow goes on while the page still starts
  const opening = openStorage({ tellFault, giveUp })
  void opening.then((db) => {
    database = db
    flushWaiting()
  })
}
