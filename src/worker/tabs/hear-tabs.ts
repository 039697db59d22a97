import type { BetweenTabs } from '../../protocol/between-tabs.ts'
import type { StreamSnapshot } from '../../protocol/common.ts'
import type { MachineView } from '../../protocol/machine-view.ts'
import type { Answered } from '../../protocol/published.ts'
import type { StorageFault } from '../../settings/storage-fault.ts'
import { inOldWords } from '../refused.ts'
import type { Writer } from '../writer/writer.ts'
import type { Audience } from './audience.ts'
import type { Questions } from './questions.ts'

export type HearPorts = {
  /** null: another tab writes, or none. */
  writer: () => Writer | null
  writerHeard: (epoch: number, safe: boolean, fault: StorageFault | undefined) => void
  /** Another tab asks which tab writes. */
  whoWrites: () => void
  /** Retry right away what could not be saved. */
  retry: () => void
  /** A writer has carried out a command, perhaps one of this tab's page. */
  answered: (message: Answered) => void
  audience: Audience
  streamQuestions: Questions<StreamSnapshot[]>
  machineQuestions: Questions<MachineView>
  send: (message: BetweenTabs) => void
  report: (error: unknown) => void
}

/** Handles messages from other tabs. Commands and questions are for the writer. */
export function hearTabs(ports: HearPorts): (message: BetweenTabs) => void {
  const { writer, audience, send, report } = ports
  return (message) => {
    switch (message.type) {
      case 'writer-here':
        return ports.writerHeard(message.epoch, message.safe === true, message.fault)
      case 'who-writes':
        audience.followerSpoke()
        return ports.whoWrites()
      case 'command':
        return void writer()
          ?.run(message.id, message.command)
          .then((result) => {
            if (result !== null) send({ type: 'command-done', message: forEveryVersion(result) })
          }, report)
      case 'command-done':
        return ports.answered(message.message)
      case 'publish':
        return audience.heard(message.message)
      case 'streams-wanted':
        return void writer()
          ?.streams(message.sessionId)
          .then((streams) => {
            if (streams !== null) send({ type: 'streams', to: message.from, id: message.id, streams })
          }, report)
      case 'streams':
        return ports.streamQuestions.answered(message, message.streams)
      case 'machine-wanted':
        return void writer()
          ?.machine(message.sessionId, message.wire)
          .then((machine) => {
            if (machine !== null) send({ type: 'machine', to: message.from, id: message.id, machine })
          }, report)
      case 'machine':
        return ports.machineQuestions.answered(message, message.machine)
      case 'retry-commit':
        return ports.retry()
    }
  }
}

/** Tabs of older versions read the reason in words. */
const forEveryVersion = (answered: Answered): Answered & { message?: string } =>
  answered.type === 'refused' ? { ...answered, message: inOldWords(answered.refusal) } : answered
