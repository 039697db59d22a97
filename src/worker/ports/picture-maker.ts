import type { Config } from '../../agent/config.ts'
import type { ImageData, LlmPart, Usage } from '../../llm/port.ts'
import type { Database } from '../../storage/schema.ts'
import { listedModel } from '../../storage/settings/listed-models.ts'
import { readProvider } from '../../storage/settings/settings.ts'
import type { MadePicture, PictureMaker } from '../../tools/pictures/picture-port.ts'
import { connect } from './connect.ts'
import type { MachinePorts } from './machine-ports.ts'

type Model = NonNullable<Config['pictures']>

/** Makes pictures with one model, through the same connection as answers: its key, its limits, its errors. */
export const pictureMaker =
  (
    db: Database,
    { providerId, model }: Model,
    { load, wire }: Pick<MachinePorts, 'load'> & Partial<Pick<MachinePorts, 'wire'>>,
  ): PictureMaker =>
  async ({ prompt, shape, pictures }, signal) => {
    const connection = await connect(db, { providerId, model, thinking: 'off' }, load, wire && { tap: wire })
    if ('failure' in connection) throw new Error(connection.failure.message)
    const provider = await readProvider(db, providerId)
    const draws = (provider && (await listedModel(db, provider, model)))?.draws ?? 'with-text'
    const parts = connection.llm({
      model,
      system: '',
      messages: [{ role: 'user', content: [...pictures.map(asData), { type: 'text', text: prompt }] }],
      tools: [],
      toolChoice: 'none',
      thinking: 'off',
      shape,
      draws,
      signal,
    })
    const paid = (usage: Usage | undefined, cost: number | undefined) =>
      usage && { model: { providerId, model }, usage, cost: cost ?? connection.cost(usage) }
    const made = await pictureIn(parts, paid)
    signal.throwIfAborted()
    return made
  }

/** The name that the person knows a provider by. */
export const labelOf = async (db: Database, providerId: string): Promise<string> =>
  (await readProvider(db, providerId))?.label ?? 'another provider'

async function pictureIn(
  parts: AsyncIterable<LlmPart>,
  paid: (usage: Usage | undefined, cost: number | undefined) => MadePicture['request'] | undefined,
): Promise<MadePicture> {
  let picture: Extract<LlmPart, { type: 'image' }> | undefined
  let words = ''
  for await (const part of parts) {
    if (part.type === 'image') picture ??= part
    if (part.type === 'text-delta') words += part.text
    if (part.type === 'error')
      return { ok: false, error: part.error.message, request: paid(part.usage, undefined) ?? null }
    if (part.type !== 'done') continue
    const request = paid(part.usage, part.cost) ?? null
    if (picture === undefined) return { ok: false, error: withoutPicture(words), request }
    const bytes = Uint8Array.from(atob(picture.data), (sign) => sign.charCodeAt(0))
    return { ok: true, picture: { mediaType: picture.mediaType, bytes }, words, request }
  }
  return { ok: false, error: 'The answer ended early.', request: null }
}

const withoutPicture = (words: string): string =>
  words.trim() === '' ? 'The model made no picture.' : `The model made no picture. It said: ${words.trim()}`

function asData({ mediaType, bytes }: { mediaType: string; bytes: Uint8Array }): ImageData {
  let text = ''
  for (let at = 0; at < bytes.length; at += 32_768) text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
  return { type: 'image', mediaType, data: btoa(text) }
}
