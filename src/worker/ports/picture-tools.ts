import type { Config } from '../../agent/config.ts'
import type { Database } from '../../storage/schema.ts'
import type { RemoteTool } from '../policy/remote-tool.ts'
import type { MachinePorts } from './machine-ports.ts'

/** The tool that makes pictures, for a session that has a model for it. */

type Ports = Pick<MachinePorts, 'load'> & Partial<Pick<MachinePorts, 'wire'>>

/** Empty if the session has no such model. Its code is loaded only for sessions that have one. */
export async function pictureTools(
  db: Database,
  config: Pick<Config, 'model' | 'pictures'>,
  ports: Ports,
): Promise<RemoteTool[]> {
  const { pictures, model } = config
  if (!pictures) return []
  const { makePicture, pictureMaker, labelOf } = await ports.load(code)
  const to = pictures.providerId === model.providerId ? null : await labelOf(db, pictures.providerId)
  const tool = makePicture(pictureMaker(db, pictures, ports), { model: pictures.model, to })
  const hash = hashOf(pictures)
  return [
    {
      tool,
      hash,
      serverId: '',
      remote: '',
      policy: ({ approvals }) => ({
        repeat: tool.repeat,
        approval: approvals[tool.name] ?? tool.approval,
        sequential: tool.sequential,
        hash,
      }),
    },
  ]
}

const code = async () => {
  const [{ makePicture }, { pictureMaker, labelOf }] = await Promise.all([
    import('../../tools/pictures/make-picture.ts'),
    import('./picture-maker.ts'),
  ])
  return { makePicture, pictureMaker, labelOf }
}

/** What a permission was given for: another model or provider asks again. At most 64 characters. */
const hashOf = ({ providerId, model }: NonNullable<Config['pictures']>): string =>
  `${providerId.slice(-23)} ${model.length > 40 ? `${model.slice(0, 19)}…${model.slice(-20)}` : model}`
