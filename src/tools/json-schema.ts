type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** A JSON Schema (draft 2020-12) of a tool's arguments, as it is sent to models. */
export type JsonSchema = { [key: string]: Json }
