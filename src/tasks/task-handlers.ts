import type { z } from 'zod'
import type { TaskRow } from '../db/tasks/outbox.ts'
import { findOutChargeLater, resolveCreation } from '../payments/attempts/resolve-attempts.ts'
import { endTimeToPay } from '../payments/checkout/end-time-to-pay.ts'
import { findSavedCard } from '../payments/checkout/find-saved-card.ts'
import { offerPayLink } from '../payments/checkout/offer-pay-link.ts'
import { applyGatewayEvent } from '../payments/inbound/apply-gateway-event.ts'
import { runPollPayment } from '../payments/inbound/poll-payment.ts'
import { mailCustomer } from '../payments/mails/mail-customer.ts'
import { notifyEndpoint } from '../payments/notifications/notify-endpoint.ts'
import { notifySavedCard } from '../payments/notifications/notify-saved-card.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import type { TaskOutcome } from '../payments/ports/task-outcome.ts'
import type { notifyStorefrontKind } from '../payments/ports/tasks/notification-tasks.ts'
import type { CoreTask } from '../payments/ports/tasks/task-kinds.ts'
import { reconcile } from '../payments/reconciliation/step.ts'
import { carryOutRefund } from '../payments/refunds/carry-out-refund.ts'
import { expireApproval } from '../payments/refunds/decide-approval.ts'
import { checkStoreWebhooks, pollStoreChanges } from '../payments/store-sync/poll-store-changes.ts'
import { syncStoreOrder } from '../payments/store-sync/sync-store-order.ts'
import { mailOwners } from '../payments/stores/mail-owners.ts'

/** `notifier.ts` claims and ends notifications in batches. */
type SingleTask = Exclude<CoreTask, typeof notifyStorefrontKind>

type CoreHandlers = {
  readonly [Task in SingleTask as Task['kind']]: (
    ctx: PaymentsContext,
    payload: z.output<Task['payload']>,
    task: TaskRow,
  ) => Promise<TaskOutcome>
}

const CORE_HANDLERS: CoreHandlers = {
  'apply-gateway-event': applyGatewayEvent,
  'ask-gateway': runPollPayment,
  'carry-out-refund': carryOutRefund,
  'end-time-to-pay': endTimeToPay,
  'expire-refund-approval': expireApproval,
  'find-out-charge': findOutChargeLater,
  'find-out-creation': resolveCreation,
  'find-saved-card': findSavedCard,
  'follow-store-changes': pollStoreChanges,
  'keep-store-webhooks': checkStoreWebhooks,
  'mail-customer': mailCustomer,
  'mail-owners': mailOwners,
  'notify-endpoint': notifyEndpoint,
  'notify-saved-card': notifySavedCard,
  'offer-pay-link': offerPayLink,
  reconcile,
  'sync-store-order': syncStoreOrder,
}

interface RunningTask {
  /** Expects a payload parsed with the schema of the task's kind. */
  run(ctx: PaymentsContext, payload: unknown, task: TaskRow): Promise<TaskOutcome>
}
type TaskHandler = RunningTask['run']
export type TaskHandlers = ReadonlyMap<string, TaskHandler>

export const taskHandlersOf = (platforms: PaymentsContext['platforms']): TaskHandlers =>
  new Map<string, TaskHandler>([
    ...Object.entries(CORE_HANDLERS),
    ...platforms.flatMap(({ tasks }) => tasks.map(({ kind, run }) => [kind, run] as const)),
  ])
