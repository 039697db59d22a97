import { createSignal } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import type { Provider } from '../../../settings/provider.ts'
import { addableKinds, type ProviderKind } from '../../../settings/provider-kind.ts'
import { factsOf } from '../../../settings/provider-kinds.ts'
import type { ConnectLink } from '../../base/state/route.ts'
import { textOfAdvanced } from './advanced-form.ts'
import {
  checkFields,
  type FieldProblems,
  newProviderId,
  originOf,
  ownName,
  type ProviderFields,
  toProvider,
} from './provider-form.ts'

/** What most who come have a key of. */
const USUAL: ProviderKind = 'openai'

/** Its own servers speak both. */
const OF_OPENAI: ReadonlySet<ProviderKind> = new Set(['openai', 'openai-compatible'])

/** What stands in the form, what is wrong with it, and the models that its provider is known to offer. */
export type ProviderForm = {
  fields: () => ProviderFields
  problems: () => FieldProblems
  models: () => string[]
  change: (part: Partial<ProviderFields>) => void
  /** Another provider: what the one before offers says nothing of it. */
  changeProvider: (part: Pick<ProviderFields, 'kind' | 'baseUrl'>) => void
  /** The address follows the kind as long as it is one that we filled in. */
  changeKind: (kind: ProviderKind) => void
  /** A provider that is not in our list. */
  chooseOther: () => void
  /** The kind follows the address as long as the person has not chosen one. */
  changeUrl: (baseUrl: string) => void
  /** Who is asked, as far as the fields say; null: they name no address. */
  draft: () => Provider | null
  /** The provider has answered with its models. */
  offer: (models: string[]) => void
  /** Whether the fields can be used; if not, the problems stand beside them. */
  accepted: (needs: { model: boolean }) => boolean
  /** Contract: the fields were accepted. */
  provider: () => Provider
}

/**
 * Filled in from a link, else from a provider that is there already. `changed` is called with each change by the
 * person; `taken`: the ids of the providers that there are; null: not known yet.
 */
export function createProviderForm(
  link: ConnectLink | null,
  edit: ProviderView | null,
  changed: () => void,
  taken: () => string[] | null,
): ProviderForm {
  const [fields, setFields] = createSignal<ProviderFields>({
    kind: link?.kind ?? edit?.kind ?? USUAL,
    baseUrl: link?.baseUrl ?? edit?.baseUrl ?? factsOf(USUAL).baseUrl,
    key: '',
    model: link?.model ?? edit?.model ?? '',
    trusted: false,
    advanced: textOfAdvanced(edit?.advanced),
    name: edit !== null && edit.label !== ownName(edit.kind, edit.baseUrl) ? edit.label : '',
  })
  const [problems, setProblems] = createSignal<FieldProblems>({})
  const [models, setModels] = createSignal<string[]>(edit?.models ?? [])
  const change = (part: Partial<ProviderFields>): void => {
    setFields({ ...fields(), ...part })
    setProblems({})
    changed()
  }
  /** The person has said which kind it is. */
  let isOwnKind = link !== null || edit !== null
  /** Whether it is at another host than that which the kind owns. */
  const needsOther = (baseUrl: string): boolean => originOf(baseUrl) !== originOf(factsOf('openai').baseUrl)
  const changeProvider = ({ kind, baseUrl }: Pick<ProviderFields, 'kind' | 'baseUrl'>): void => {
    change({ kind, baseUrl })
    setModels([])
  }
  const described = (createdAt: number): Provider => {
    const provider = toProvider(fields(), models(), edit?.id ?? '', createdAt)
    return edit === null ? { ...provider, id: newProviderId(provider, taken()) } : provider
  }
  return {
    fields,
    problems,
    models,
    change,
    changeProvider,
    // what most servers speak: OpenAI's own wire is spoken by nobody else, nearly
    chooseOther: () => changeProvider({ kind: 'openai-compatible', baseUrl: '' }),
    changeUrl: (baseUrl) => {
      const follows = !isOwnKind && OF_OPENAI.has(fields().kind) && originOf(baseUrl) !== null
      change({ baseUrl, ...(follows && { kind: needsOther(baseUrl) ? 'openai-compatible' : 'openai' }) })
    },
    changeKind: (kind) => {
      isOwnKind = true
      const { baseUrl } = fields()
      const untouched = addableKinds.some((known) => factsOf(known).baseUrl === baseUrl)
      changeProvider({ kind, baseUrl: untouched ? factsOf(kind).baseUrl : baseUrl })
    },
    offer: (found) => void setModels(found),
    draft: () =>
      originOf(fields().baseUrl) === null
        ? null
        : { ...described(0), model: fields().model.trim().slice(0, 200) || 'none' },
    accepted: (needs) => {
      const found = checkFields(fields(), link !== null)
      if (!needs.model) delete found.model
      setProblems(found)
      return Object.keys(found).length === 0
    },
    provider: () => described(edit?.createdAt ?? Date.now()),
  }
}
