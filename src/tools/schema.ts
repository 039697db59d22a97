import * as z from 'zod/mini'
import type { JsonSchema } from './json-schema.ts'
import type { Tool } from './tool.ts'

const schemas = new WeakMap<z.ZodMiniType, JsonSchema>()

/**
 * The JSON Schema (draft 2020-12) of a tool's arguments as the model must write them, made once per tool: it is sent to
 * models and checks what they write. Throws for parameters that JSON Schema cannot express: a fault of the tool.
 */
export function schemaOf({ parameters, jsonSchema }: Pick<Tool, 'parameters' | 'jsonSchema'>): JsonSchema {
  if (jsonSchema) return jsonSchema
  const known = schemas.get(parameters)
  if (known) return known
  // `io: 'input'`: a field with a default may be left out. `$schema` is dropped, since some providers refuse it.
  const { $schema: _dialect, ...schema } = z.toJSONSchema(parameters, { io: 'input' }) as JsonSchema
  schemas.set(parameters, schema)
  return schema
}
