import * as z from 'zod/mini'

/** Shared with `disk_edit`: one edit, or several of one file. */
export const editParameters = {
  old_text: z.optional(z.string()).check(z.describe('The text to replace, exactly as it is in the file.')),
  new_text: z.optional(z.string()).check(z.describe('Its replacement; empty to delete it.')),
  replace_all: z.optional(z.boolean()).check(z.describe('Replace old_text wherever it occurs.')),
  edits: z
    .optional(
      z
        .array(
          z.strictObject({
            old_text: z.string(),
            new_text: z.string(),
            replace_all: z.optional(z.boolean()),
          }),
        )
        .check(z.minLength(1), z.maxLength(100)),
    )
    .check(z.describe('Instead: several edits in this order, all or none.')),
}
