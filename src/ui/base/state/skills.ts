import { useAsk } from './ask.ts'

/** A file that the person chose, with its path in the folder. */
export type ChosenFile = { path: string; file: File }

/** Skills. All reject with an Error whose message is for the person. */
export function useSkills() {
  const ask = useAsk()
  return {
    list: () => ask({ kind: 'list-skills' }),
    read: (name: string) => ask({ kind: 'read-skill', name }),
    addFiles: (files: ChosenFile[]) => ask({ kind: 'add-skills', of: { files } }),
    /** From the workspace of this session. */
    addFrom: (sessionId: string) => ask({ kind: 'add-skills', of: { sessionId } }),
    /** `sha`: the content that the person has read. */
    set: (name: string, on: boolean, sha: string) => ask({ kind: 'set-skill', name, on, sha }),
    remove: (name: string) => ask({ kind: 'delete-skill', name }),
    /** `replaces`: the skill that is changed; null: a new one. */
    write: (text: string, replaces: string | null) => ask({ kind: 'write-skill', text, replaces }),
    /** `better`: a text that the session’s model is to improve; null: a first draft, without a model. */
    draft: (sessionId: string, better: string | null) => ask({ kind: 'draft-skill', sessionId, better }),
    export: (name: string) => ask({ kind: 'export-skill', name }),
  }
}
