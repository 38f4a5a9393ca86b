import type { Schemas } from '../../app/api.ts'

/** The API knows those of the platforms that are installed. */
export type Kind = NonNullable<Schemas['ReplayFilter']['kind']>

/** What people can choose from; others are shown by their names. */
export const TASK_KINDS = [
  'notify-storefront',
  'notify-saved-card',
  'apply-gateway-event',
  'ask-gateway',
  'carry-out-refund',
  'find-out-charge',
  'find-out-creation',
  'find-saved-card',
  'end-time-to-pay',
  'offer-pay-link',
  'sync-store-order',
  'follow-store-changes',
  'keep-store-webhooks',
  'mail-owners',
  'reconcile',
] as const
