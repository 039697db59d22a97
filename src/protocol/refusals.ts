import * as z from 'zod/mini'
import type { AddressProblem } from '../settings/address-problem.ts'
import type { CodeProblem } from '../settings/storage-engine.ts'

/**
 * Why a request or a command was refused: facts, one union per domain. The words are the page's
 * (ui/base/words/refusal-words.ts).
 */

type Values = Readonly<Record<string, string | number>>
type Fact<Code extends string, Given extends Values = Record<never, never>> = { code: Code; values: Given }
/** Facts without values. */
type Plain<Code extends string> = Code extends string ? Fact<Code> : never

type SessionRefusal =
  | Plain<
      | 'session-gone'
      | 'session-unreadable'
      | 'session-newer'
      | 'nothing-before'
      | 'no-such-input'
      | 'source-gone'
      | 'no-way-back'
      | 'private-ended'
      | 'not-in-private'
    >
  | Fact<'session-damaged', { what: string }>
/** Of a message, or of an act on a run. */
type RunRefusal = Plain<
  'too-many-queued' | 'message-to-deleted' | 'attached-not-stored' | 'run-ended' | 'not-retried' | 'not-continued'
>
type ContextRefusal =
  | Plain<'model-answering' | 'tool-call-gone' | 'no-room-in-context'>
  | Fact<'too-many-loaded', { n: number }>
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
  | CodeProblem
  | 'wrong-code-passphrase'
  | 'storage-connected'
  | 'unknown-engine'
  | 'no-storage'
  | 'storage-keys-lost'
  | 'device-name-taken'
  | 'storage-too-slow'
>
/** Of a session that this person's devices share. `device`: its name; '': not known. */
type SharingRefusal =
  | Plain<
      | 'runs-elsewhere-unconnected'
      | 'handed-over'
      | 'log-newer'
      | 'log-damaged'
      | 'log-emptied'
      | 'place-unreadable'
      | 'storage-silent'
      | 'take-may-come'
      | 'storage-not-open'
      | 'storage-paused'
      | 'device-removed'
      | 'still-at-work'
      | 'all-sent'
      | 'shared-session-deleted'
    >
  | Fact<'runs-elsewhere', { device: string }>
  | Fact<'device-silent', { device: string }>
type BackupRefusal = Plain<'no-backup-folder' | 'folder-not-allowed' | 'backups-turned-off'>
type ArchiveRefusal =
  | Plain<'nothing-to-export' | 'no-sessions-in-archive' | 'not-damaged' | 'another-tab-took-over'>
  | Fact<'export-too-large', { reason: string }>
type ServiceRefusal =
  | Plain<'not-our-sign-in' | 'server-gone' | 'server-gave-nothing' | 'sign-in-busy'>
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
type VaultRefusal = Plain<'wrong-passphrase' | 'keys-locked' | 'passphrase-changed'>
type MemoryRefusal = Plain<'memory-changed'>
type RecurringRefusal = Plain<'too-many-recurring'>
type WireRefusal = Plain<'other-version'> | Fact<'not-understood', { why: string }>
type AddressRefusal = Fact<'bad-address', { problem: AddressProblem }>
/** A sentence that something else has made: a provider, an archive, a check of a field. */
type Quoted = Fact<'in-words', { text: string }>

export type Refusal =
  | SessionRefusal
  | RunRefusal
  | ContextRefusal
  | FileRefusal
  | ProjectRefusal
  | SkillRefusal
  | DeviceRefusal
  | SharingRefusal
  | BackupRefusal
  | ArchiveRefusal
  | ServiceRefusal
  | ProviderRefusal
  | VaultRefusal
  | MemoryRefusal
  | RecurringRefusal
  | WireRefusal
  | AddressRefusal
  | Quoted
export type RefusalCode = Refusal['code']
export type ValuesOf<Code extends RefusalCode> = Extract<Refusal, { code: Code }>['values']

/** Its own worker made it: the shape is checked, the code is trusted. */
export const Refusal = z.object({
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
}) as z.ZodMiniType<unknown> as z.ZodMiniType<Refusal>

/** A reason that an older version, or something else than this app, has put in words. */
export const inWords = (text: string): Refusal => ({ code: 'in-words', values: { text } })
