import { notifyEndpointKind } from './endpoint-tasks.ts'
import { mailCustomerKind } from './mail-tasks.ts'
import * as notificationTasks from './notification-tasks.ts'
import * as paymentTasks from './payment-tasks.ts'
import * as storeTasks from './store-tasks.ts'
import type { TaskKind } from './task-kind.ts'

const CORE_KINDS = [
  paymentTasks.applyGatewayEventKind,
  paymentTasks.findOutCreationKind,
  paymentTasks.findOutChargeKind,
  paymentTasks.pollPaymentKind,
  paymentTasks.carryOutRefundKind,
  paymentTasks.expireApprovalKind,
  paymentTasks.endTimeToPayKind,
  paymentTasks.reconcileKind,
  storeTasks.syncStoreOrderKind,
  storeTasks.offerPayLinkKind,
  storeTasks.pollStoreChangesKind,
  storeTasks.keepStoreWebhooksKind,
  notificationTasks.mailOwnersKind,
  mailCustomerKind,
  paymentTasks.findSavedCardKind,
  notificationTasks.notifySavedCardKind,
  notificationTasks.notifyStorefrontKind,
  notifyEndpointKind,
] as const

export type CoreTask = (typeof CORE_KINDS)[number]

export const taskKindsOf = (
  platforms: readonly { tasks: readonly TaskKind[] }[],
): ReadonlyMap<string, TaskKind> =>
  new Map<string, TaskKind>(
    [...CORE_KINDS, ...platforms.flatMap(({ tasks }) => tasks)].map((each) => [each.kind, each]),
  )
