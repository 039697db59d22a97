import type { Immutable } from 'mutative'
import * as z from 'zod/mini'
import type { Form as ToolForm, FormAnswered as ToolFormAnswered } from '../tools/tool.ts'
import { FileChange } from './content.ts'

/**
 * A question to the person in the middle of a call. A server asks with a form, for an address to be opened, or for
 * leave to ask a model. A helper's call asks whether its changes of files are kept.
 * It is state, and so is its answer: both survive a kill.
 */

const MOST_FIELDS = 20
const MOST_OPTIONS = 100
/** Changes of a helper that a form lists. */
export const MOST_CHANGES = 100
export const LONGEST_VALUE = 10_000

const label = z.string().check(z.maxLength(300))
const name = z.string().check(z.maxLength(128))
const Value = z.union([
  z.string().check(z.maxLength(LONGEST_VALUE)),
  z.number(),
  z.boolean(),
  z.array(z.string().check(z.maxLength(300))).check(z.maxLength(MOST_OPTIONS)),
])
export type FormValue = Immutable<z.infer<typeof Value>>

const Field = z.lazy(() =>
  z.object({
    name,
    label,
    hint: z.string().check(z.maxLength(1000)),
    required: z.boolean(),
    kind: z.enum(['text', 'number', 'integer', 'switch', 'choice', 'choices']),
    format: z.optional(z.enum(['email', 'uri', 'date', 'date-time'])),
    /** Of a number, of the length of a text, or of how many are chosen. */
    least: z.optional(z.number()),
    most: z.optional(z.number()),
    options: z.optional(
      z.array(z.object({ value: z.string().check(z.maxLength(300)), label })).check(z.maxLength(MOST_OPTIONS)),
    ),
    initial: z.optional(Value),
  }),
)
export type FormField = Immutable<z.infer<typeof Field>>

export const Form: z.ZodMiniType<ToolForm> = z.lazy(() =>
  z.object({
    id: z.string().check(z.maxLength(64)),
    from: name,
    about: z.enum(['form', 'address', 'sampling', 'changes']),
    text: z.string().check(z.maxLength(8000)),
    asksForSecret: z.boolean(),
    address: z.optional(z.string().check(z.maxLength(2048))),
    grant: z.optional(z.string().check(z.maxLength(300))),
    model: z.optional(z.object({ name: z.string().check(z.maxLength(200)), cost: z.nullable(z.number()) })),
    changes: z.optional(
      z.object({ files: z.array(FileChange).check(z.maxLength(MOST_CHANGES)), more: z.int().check(z.nonnegative()) }),
    ),
    fields: z.array(Field).check(z.maxLength(MOST_FIELDS)),
  }),
)
export type Form = Immutable<z.infer<typeof Form>>

/** What a person does with a form. */
export const answer = () => ({
  action: z.enum(['accept', 'decline', 'cancel']),
  values: z.record(name, Value),
})
/** `attempt`: the first attempt that can use it. */
export const FormAnswered: z.ZodMiniType<ToolFormAnswered> = z.lazy(() =>
  z.object({ id: z.string().check(z.maxLength(64)), attempt: z.int(), ...answer() }),
)

/** Why a value does not fit its field; null: it does. An absent value fits a field that is not required. */
export function problemOfValue(field: FormField, value: FormValue | undefined): FormProblem | null {
  const { kind, least, most, options = [], required } = field
  if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return required ? 'missing' : null
  const values = options.map((option) => option.value)
  switch (kind) {
    case 'switch':
      return typeof value === 'boolean' ? null : 'unfit'
    case 'choice':
      return typeof value === 'string' && values.includes(value) ? null : 'unfit'
    case 'choices':
      if (!Array.isArray(value) || !value.every((each) => values.includes(each))) return 'unfit'
      return bounds(value.length, least, most)
    case 'number':
    case 'integer':
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'unfit'
      return kind === 'integer' && !Number.isInteger(value) ? 'whole' : bounds(value, least, most)
    case 'text':
      if (typeof value !== 'string') return 'unfit'
      return fitsFormat(value, field.format) ? bounds([...value].length, least, most) : 'unfit'
  }
}
export type FormProblem = 'missing' | 'unfit' | 'whole' | 'small' | 'large'

const bounds = (
  value: number,
  least = Number.NEGATIVE_INFINITY,
  most = Number.POSITIVE_INFINITY,
): FormProblem | null => (value < least ? 'small' : value > most ? 'large' : null)

function fitsFormat(value: string, format: FormField['format']): boolean {
  if (format === 'email') return /^[^\s@]+@[^\s@]+$/.test(value)
  if (format === 'uri') return /^[a-z][a-z0-9+.-]*:\S+$/i.test(value)
  if (format === 'date') return /^\d{4}-\d{2}-\d{2}$/.test(value)
  return format !== 'date-time' || /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(value)
}

/** Whether every value belongs to a field and fits it, and none is missing. */
export const fitsForm = ({ fields }: Pick<Form, 'fields'>, values: Readonly<Record<string, FormValue>>): boolean =>
  Object.keys(values).every((key) => fields.some((field) => field.name === key)) &&
  fields.every(
    (field) => problemOfValue(field, Object.hasOwn(values, field.name) ? values[field.name] : undefined) === null,
  )
