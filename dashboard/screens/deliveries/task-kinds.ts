import type { Schemas } from '../../app/api.ts'

/** Includes the platforms' kinds. */
export type ReplayKind = NonNullable<Schemas['ReplayFilter']['kind']>

/** Filter choices; lists show other kinds by name. */
export const TASK_KINDS = [
  'notify-storefront',
  'notify-saved-card',
  'notify-endpoint',
  'apply-gateway-event',
  'ask-gateway',
  'carry-out-refund',
  'expire-refund-approval',
  'find-out-charge',
  'find-out-creation',
  'find-saved-card',
  'end-time-to-pay',
  'offer-pay-link',
  'sync-store-order',
  'follow-store-changes',
  'keep-store-webhooks',
  'mail-customer',
  'mail-owners',
  'reconcile',
] as const
