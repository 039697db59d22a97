import { type Listening, TICK } from '../devices/listen.ts'
import { type HearText, type HearTextPorts, makeHearText } from './hear-text.ts'
import { makeSayText, type SayText, type SayTextPorts } from './say-text.ts'

/** Text of answers under way, as it goes from the device that has a session to pages of others. */
export function makeSharedText(
  ports: HearTextPorts & SayTextPorts & { others: Pick<Listening, 'isAlive' | 'ownerOf' | 'isRead'> },
): Pick<HearText, 'streams' | 'stop'> & Pick<SayText, 'left'> {
  const say = makeSayText(ports)
  const hear = makeHearText(ports)
  const tick = (): void => {
    say.tick()
    hear.tick()
  }
  const timer = setInterval(tick, ports.storage.tick ?? TICK)
  return {
    streams: hear.streams,
    left: say.left,
    stop: () => {
      clearInterval(timer)
      say.stop()
      hear.stop()
    },
  }
}
