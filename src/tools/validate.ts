import * as z from 'zod/mini'
import en from 'zod/v4/locales/en.js'
import { type Excess, excessIn, MOST_DEPTH, MOST_LENGTH, MOST_VALUES } from '../json/bounds.ts'
import { schemaOf } from './schema.ts'
import { schemaProblems } from './schema-problems.ts'
import type { Tool } from './tool.ts'

// zod/mini comes without messages; here a model reads them
z.config(en())

type JsonObject = Record<string, unknown>
export type ParsedObject = { value: JsonObject; problem?: undefined } | { value?: undefined; problem: string }
/** `args` has the type of the tool's parameters; pass it only to `run` of the same tool. */
export type ParsedArguments = { args: unknown; problem?: undefined } | { args?: undefined; problem: string }

const kindOf = (value: unknown): string =>
  value === null ? 'null' : Array.isArray(value) ? 'an array' : `a ${typeof value}`

const EXCESS: Record<Excess, string> = {
  deep: `The arguments are nested more than ${MOST_DEPTH} deep. Send a flatter JSON object.`,
  wide: `The arguments have more than ${MOST_VALUES} values. Send fewer of them in one call.`,
  long: `The arguments are longer than ${MOST_LENGTH} characters. Send less in one call.`,
}

/**
 * Parses the JSON text of a call's arguments to an object. An empty text counts as no arguments: some models write that
 * for tools without parameters. Anything else that is not one JSON object is a problem, worded so that a model can fix
 * it.
 */
export function parseObject(text: string): ParsedObject {
  if (text.trim() === '') return { value: {} }
  const excess = excessIn(text)
  if (excess !== null) return { problem: EXCESS[excess] }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'it cannot be parsed'
    return { problem: `The arguments are not valid JSON: ${reason}. Send one JSON object.` }
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { value: value as JsonObject }
  const nested =
    typeof value === 'string' && value.trim().startsWith('{')
      ? ' Send the object itself, not a text that holds it.'
      : ''
  return { problem: `The arguments must be one JSON object, not ${kindOf(value)}.${nested}` }
}

/**
 * Checks arguments against the tool's JSON Schema, whose messages name field and reason, then parses them with zod,
 * which knows more (defaults, refinements) and gives the value its type. Never throws.
 */
export function validateArguments(tool: Tool, value: unknown): ParsedArguments {
  const problems = schemaProblems(tool.checkedSchema ?? schemaOf(tool), value)
  if (problems.length === 0) {
    const parsed = tool.parameters.safeParse(value)
    if (parsed.success) return { args: parsed.data }
    problems.push(...parsed.error.issues.slice(0, 8).map(({ path, message }) => `/${path.join('/')}: ${message}`))
  }
  return { problem: `The arguments of ${tool.name} do not fit: ${problems.join('; ')}.${fieldsOf(tool)}` }
}

const MOST_FIELDS = 40

/** Lists the fields of a tool, so that the next call fits. */
function fieldsOf(tool: Tool): string {
  const { properties = {}, required = [] } = schemaOf(tool) as { properties?: object; required?: unknown }
  const needed = new Set(Array.isArray(required) ? required : [])
  const names = Object.keys(properties).map((name) => (needed.has(name) ? `${name} (required)` : name))
  if (names.length === 0) return ' It takes no arguments.'
  return ` The fields of ${tool.name} are: ${names.slice(0, MOST_FIELDS).join(', ')}${names.length > MOST_FIELDS ? ', …' : ''}.`
}

/** Both steps: from the JSON text of a call to the arguments of `run`. Never throws. */
export function parseArguments(tool: Tool, text: string): ParsedArguments {
  const { value, problem } = parseObject(text)
  return problem === undefined ? validateArguments(tool, value) : { problem }
}
