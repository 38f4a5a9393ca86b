import { applyGatewayEventKind } from './apply-gateway-event.ts'
import { carryOutRefundKind } from './carry-out-refund.ts'
import { endTimeToPayKind } from './end-time-to-pay.ts'
import { findOutChargeKind } from './find-out-charge.ts'
import { findOutCreationKind } from './find-out-creation.ts'
import { findSavedCardKind } from './find-saved-card.ts'
import { keepStoreWebhooksKind } from './keep-store-webhooks.ts'
import { mailOwnersKind } from './mail-owners.ts'
import { notifySavedCardKind } from './notify-saved-card.ts'
import { notifyStorefrontKind } from './notify-storefront.ts'
import { offerPayLinkKind } from './offer-pay-link.ts'
import { pollPaymentKind } from './poll-payment.ts'
import { pollStoreChangesKind } from './poll-store-changes.ts'
import { reconcileKind } from './reconcile.ts'
import { syncStoreOrderKind } from './sync-store-order.ts'
import type { TaskKind } from './task-kind.ts'

const CORE_KINDS = [
  applyGatewayEventKind,
  findOutCreationKind,
  findOutChargeKind,
  pollPaymentKind,
  carryOutRefundKind,
  endTimeToPayKind,
  reconcileKind,
  syncStoreOrderKind,
  offerPayLinkKind,
  pollStoreChangesKind,
  keepStoreWebhooksKind,
  mailOwnersKind,
  findSavedCardKind,
  notifySavedCardKind,
  notifyStorefrontKind,
] as const

export type CoreTask = (typeof CORE_KINDS)[number]

export const taskKindsOf = (
  platforms: readonly { tasks: readonly TaskKind[] }[],
): ReadonlyMap<string, TaskKind> =>
  new Map<string, TaskKind>(
    [...CORE_KINDS, ...platforms.flatMap(({ tasks }) => tasks)].map((each) => [each.kind, each]),
  )
