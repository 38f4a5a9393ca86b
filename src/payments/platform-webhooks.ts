import type { TaskOutcome } from './task-outcome.ts'

/** A message of a platform's shop as the inbox has kept it: its signature was right. */
export interface PlatformMessage {
  /** The store; for a shop that no store has yet, the shop's own name. */
  storeId: string
  /** The platform's own id of the message. */
  messageId: string
  topic: string
  body: Buffer
  /** When it happened, as the platform says, or when it came. */
  at: Date
  /** Where the inbox has it. */
  address: { month: string; seq: string }
}

export type PlatformMessageOutcome =
  /** `note`: what became of it, in a word. */
  { outcome: 'handled'; note: string } | Extract<TaskOutcome, { outcome: 'failed' | 'busy' }>

/**
 * What follows from a message of a platform's shop; the adapter knows its topics. The same message
 * may come again, late, and after a newer one.
 */
export type TakePlatformMessage = (message: PlatformMessage) => Promise<PlatformMessageOutcome>
