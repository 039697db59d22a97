import { createSignal } from 'solid-js'
import type { ProviderView } from '../../../protocol/provider-list.ts'
import { ownerOfKey, PRESETS, type Preset } from '../../../settings/presets.ts'
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

/** The provider that most newcomers have a key for. */
const USUAL: Preset | undefined = PRESETS[0]

/** Everything but the key is known: the address needs no change, and a model is chosen. */
const isComplete = ({ starter }: Preset): boolean => starter !== undefined

/** OpenAI’s own servers speak both kinds. */
const OF_OPENAI: ReadonlySet<ProviderKind> = new Set(['openai', 'openai-compatible'])

/** The values and problems of the form, and the known models of its provider. */
export type ProviderForm = {
  fields: () => ProviderFields
  problems: () => FieldProblems
  models: () => string[]
  change: (part: Partial<ProviderFields>) => void
  /** Address and model are asked for beside the key. Otherwise both are known, and are under "Advanced". */
  asksAll: () => boolean
  /** The kind is asked for, too: the provider is not in our list. Otherwise it is under "Advanced". */
  asksKind: () => boolean
  /** The start of a key may choose its provider, until the person chooses a provider or an address. */
  changeKey: (key: string) => void
  /** Selects a well-known provider, with its model. */
  changeProvider: (preset: Preset) => void
  /** The address follows the kind as long as the form filled it in itself. */
  changeKind: (kind: ProviderKind) => void
  /** A provider that is not in our list. */
  chooseOther: () => void
  /** The kind follows the address until the person chooses one. */
  changeUrl: (baseUrl: string) => void
  /** The provider that the fields describe; null: they contain no valid address. */
  draft: () => Provider | null
  /** The provider has sent its list of models. */
  offer: (models: string[]) => void
  /** Whether the fields are valid; if not, the problems are shown beside them. `key` false: it comes later. */
  accepted: (needs: { model: boolean; key?: false }) => boolean
  /** Contract: the fields are valid. */
  provider: () => Provider
}

/**
 * Filled in from a link, otherwise from an existing provider. `changed` is called after each change by the person;
 * `taken`: the ids of the existing providers; null: not known yet.
 */
export function createProviderForm(
  link: ConnectLink | null,
  edit: ProviderView | null,
  changed: () => void,
  taken: () => string[] | null,
): ProviderForm {
  const [fields, setFields] = createSignal<ProviderFields>({
    kind: link?.kind ?? edit?.kind ?? USUAL?.kind ?? 'openai',
    baseUrl: link?.baseUrl ?? edit?.baseUrl ?? USUAL?.baseUrl ?? '',
    key: '',
    model: link === null && edit === null ? (USUAL?.starter ?? '') : (link?.model ?? edit?.model ?? ''),
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
  /** The person has chosen the kind. */
  let isOwnKind = link !== null || edit !== null
  const [asksAll, setAsksAll] = createSignal(isOwnKind)
  const [asksKind, setAsksKind] = createSignal(isOwnKind)
  /** The person, or a link, has said whose key it is. */
  let isOwnProvider = isOwnKind
  /** Whether its host differs from the kind’s own. */
  const needsOther = (baseUrl: string): boolean => originOf(baseUrl) !== originOf(factsOf('openai').baseUrl)
  /** The models of the previous provider no longer apply. */
  const changeTo = (part: Pick<ProviderFields, 'kind' | 'baseUrl'> & { model?: string }): void => {
    change(part)
    setModels([])
  }
  const choosePreset = (preset: Preset): void => {
    setAsksAll(!isComplete(preset))
    setAsksKind(false)
    changeTo({ kind: preset.kind, baseUrl: preset.baseUrl, model: preset.starter ?? '' })
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
    asksAll,
    asksKind,
    changeKey: (key) => {
      change({ key })
      const owner = ownerOfKey(key)
      if (!isOwnProvider && owner !== undefined && owner.baseUrl !== fields().baseUrl) choosePreset(owner)
    },
    changeProvider: (preset) => {
      isOwnProvider = true
      choosePreset(preset)
    },
    // most servers speak this kind: hardly any but OpenAI’s own speak the Responses API
    chooseOther: () => {
      isOwnProvider = true
      setAsksAll(true)
      setAsksKind(true)
      changeTo({ kind: 'openai-compatible', baseUrl: '', model: '' })
    },
    changeUrl: (baseUrl) => {
      isOwnProvider = true
      const follows = !isOwnKind && OF_OPENAI.has(fields().kind) && originOf(baseUrl) !== null
      change({ baseUrl, ...(follows && { kind: needsOther(baseUrl) ? 'openai-compatible' : 'openai' }) })
    },
    changeKind: (kind) => {
      isOwnKind = true
      isOwnProvider = true
      const { baseUrl } = fields()
      const untouched = addableKinds.some((known) => factsOf(known).baseUrl === baseUrl)
      changeTo({ kind, baseUrl: untouched ? factsOf(kind).baseUrl : baseUrl })
    },
    offer: (found) => void setModels(found),
    draft: () =>
      originOf(fields().baseUrl) === null
        ? null
        : { ...described(0), model: fields().model.trim().slice(0, 200) || 'none' },
    accepted: (needs) => {
      const found = checkFields(fields(), link !== null, edit === null ? null : originOf(edit.baseUrl))
      if (!needs.model) delete found.model
      if (needs.key === false) delete found.key
      setProblems(found)
      return Object.keys(found).length === 0
    },
    provider: () => described(edit?.createdAt ?? Date.now()),
  }
}
