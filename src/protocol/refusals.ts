import * as z from 'zod/mini'

/**
 * Why a request was refused: facts, one union per domain. The words are the page's (ui/base/words/refusal-words.ts). A
 * refused command is answered in words instead, since such answers are stored and sent to other devices.
 */

type Values = Readonly<Record<string, string | number>>
type Fact<Code extends string, Given extends Values = Record<never, never>> = { code: Code; values: Given }
/** Facts without values. */
type Plain<Code extends string> = Code extends string ? Fact<Code> : never

type SessionRefusal = Plain<'session-gone' | 'session-unreadable' | 'nothing-before' | 'no-such-input'>
type FileRefusal = Plain<'name-not-normal' | 'file-too-large' | 'file-unreadable'>
type ProjectRefusal = Plain<
  'too-many-projects' | 'project-gone' | 'project-changed' | 'project-full' | 'project-file-changed'
>
type SkillRefusal =
  | Plain<
      | 'no-skill-file'
      | 'skill-archive-too-large'
      | 'skill-gone'
      | 'skill-changed'
      | 'skill-unread'
      | 'too-many-skills'
      | 'skill-name-taken'
      | 'no-skill-answered'
      | 'no-step-succeeded'
    >
  | Fact<'skill-file-elsewhere', { name: string }>
type DeviceRefusal = Plain<
  | 'wrong-code-passphrase'
  | 'storage-connected'
  | 'unknown-engine'
  | 'no-storage'
  | 'storage-keys-lost'
  | 'device-name-taken'
  | 'storage-too-slow'
>
type BackupRefusal = Plain<'no-backup-folder' | 'folder-not-allowed' | 'backups-turned-off'>
type ArchiveRefusal =
  | Plain<'nothing-to-export' | 'no-sessions-in-archive' | 'not-damaged' | 'another-tab-took-over'>
  | Fact<'export-too-large', { reason: string }>
type ServiceRefusal =
  | Plain<'not-our-sign-in' | 'server-gone' | 'sign-in-busy'>
  | Fact<'server-name-taken', { name: string }>
type ProviderRefusal =
  | Plain<
      | 'demo-has-no-settings'
      | 'only-openrouter'
      | 'sign-in-leads-elsewhere'
      | 'sign-in-not-pending'
      | 'sign-in-unreadable'
    >
  | Fact<'sign-in-without-code', { host: string }>
type VaultRefusal = Plain<'wrong-passphrase'>
type MemoryRefusal = Plain<'memory-changed'>
type RecurringRefusal = Plain<'too-many-recurring'>
/** A sentence that something else has made: a provider, an archive, a check of a field. */
type Quoted = Fact<'in-words', { text: string }>

export type Refusal =
  | SessionRefusal
  | FileRefusal
  | ProjectRefusal
  | SkillRefusal
  | DeviceRefusal
  | BackupRefusal
  | ArchiveRefusal
  | ServiceRefusal
  | ProviderRefusal
  | VaultRefusal
  | MemoryRefusal
  | RecurringRefusal
  | Quoted
export type RefusalCode = Refusal['code']
export type ValuesOf<Code extends RefusalCode> = Extract<Refusal, { code: Code }>['values']

/** Its own worker made it: the shape is checked, the code is trusted. */
export const Refusal = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
}) as z.ZodMiniType<unknown> as z.ZodMiniType<Refusal>
