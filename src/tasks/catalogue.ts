import type { TaskRow } from '../db/outbox.ts'
import type { Locale } from '../db/tables/stores.ts'
import { findOutChargeLater } from '../payments/attempts/find-out-charge.ts'
import { findOutCreation } from '../payments/attempts/find-out-creation.ts'
import { findSavedCard } from '../payments/checkout/find-saved-card.ts'
import { offerPayLink } from '../payments/checkout/offer-pay-link.ts'
import { applyGatewayEvent } from '../payments/inbound/apply-gateway-event.ts'
import { applyPlatformMessage } from '../payments/inbound/apply-platform-webhook.ts'
import { askGateway } from '../payments/inbound/ask-gateway.ts'
import { tellSavedCard } from '../payments/notifications/notify-saved-card.ts'
import { notifyStorefront } from '../payments/notifications/notify-storefront.ts'
import { endTimeToPay } from '../payments/orders/end-time-to-pay.ts'
import type { PaymentsContext } from '../payments/ports/context.ts'
import { type DueTask, dueTasks, messageTask, type TaskKind } from '../payments/ports/enqueue.ts'
import type { InboundWebhooks, TaskManners } from '../payments/ports/platform.ts'
import type { TaskOutcome } from '../payments/ports/task-outcome.ts'
import { reconcile } from '../payments/reconciliation/step.ts'
import { carryOutRefund } from '../payments/refunds/carry-out-refund.ts'
import { followStoreChanges, keepStoreWebhooks } from '../payments/store-sync/poll-store-changes.ts'
import { syncStoreOrder } from '../payments/store-sync/sync-store-order.ts'

/** How one kind of task is run, tried again and given up. Whom it needs is in `dueTasks`. */
interface Job<Kind extends TaskKind> extends TaskManners {
  run(ctx: PaymentsContext, payload: DueTask<Kind>): Promise<TaskOutcome>
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** A shop is notified until it has taken the message. */
const WAITS_FOR_A_SHOP = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
]

/**
 * Every kind of task that follows from a use case. A failure says itself what it means: `retry`
 * (the network, 5xx, 429 with its `Retry-After`) goes on as planned here, `permanent` and
 * `ask-a-person` end the task, and so do too many tries. A task that ended so is dead and on its
 * store's list of alerts, from where it can be replayed. Locked rows are no failure of the task:
 * see `runTask`.
 */
const catalogue: { [Kind in TaskKind]: Job<Kind> } = {
  'apply-gateway-event': {
    run: applyGatewayEvent,
    waitsMs: [SECOND, 10 * SECOND, MINUTE, 10 * MINUTE],
    timeoutMs: 30 * SECOND,
    // Events of one order wait for each other in the database, each with a connection in its hands.
    atOncePerStore: 4,
    onFailure: {
      es: 'Un evento de la pasarela no se aplicó: un pedido puede no mostrar lo que pasó con su pago.',
      en: 'An event of the gateway was not applied: an order may not show what happened to its payment.',
    },
  },
  'find-out-creation': {
    run: findOutCreation,
    waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
    maxTries: 50,
    timeoutMs: 2 * MINUTE,
    atOncePerStore: 4,
    onFailure: {
      es: 'No se sabe si la pasarela creó un pago: el pedido espera hasta que se averigüe.',
      en: 'It is not known whether the gateway created a payment: the order waits until that is found out.',
    },
  },
  'find-out-charge': {
    run: findOutChargeLater,
    waitsMs: [5 * SECOND, 30 * SECOND, 2 * MINUTE],
    timeoutMs: MINUTE,
    atOncePerStore: 4,
    onFailure: {
      es: 'No se sabe si una tarjeta fue cobrada: el pedido no toma otra hasta que se averigüe.',
      en: 'It is not known whether a card was charged: the order takes no other one until that is found out.',
    },
  },
  'ask-gateway': {
    run: askGateway,
    waitsMs: [10 * SECOND, MINUTE, 10 * MINUTE, HOUR],
    maxTries: 10,
    timeoutMs: MINUTE,
    atOncePerStore: 4,
    onFailure: {
      es: 'No se pudo preguntar a la pasarela por un pago: el pedido puede no mostrar cómo está.',
      en: 'The gateway could not be asked about a payment: the order may not show how it stands.',
    },
  },
  'carry-out-reversal': {
    run: carryOutRefund,
    // A request that has to wait for the gateway's window says itself for how long.
    waitsMs: [MINUTE, MINUTE, 5 * MINUTE, 30 * MINUTE, HOUR],
    timeoutMs: 2 * MINUTE,
    atOncePerStore: 4,
    onFailure: {
      es: 'Un dinero que debía devolverse no se devolvió.',
      en: 'A refund was not made.',
    },
  },
  'end-time-to-pay': {
    run: endTimeToPay,
    // A charge that is under way takes seconds, a customer at the bank minutes.
    waitsMs: [5 * SECOND, 30 * SECOND, MINUTE],
    timeoutMs: 30 * SECOND,
    atOncePerStore: 4,
    onFailure: {
      es: 'Un pedido sigue abierto aunque terminó su tiempo para pagar.',
      en: 'An order is still open although its time to pay is over.',
    },
  },
  reconcile: {
    run: reconcile,
    // After so many failures in a row the run says itself that it has failed, and can be resumed.
    waitsMs: [2 * SECOND, 10 * SECOND, 30 * SECOND, 2 * MINUTE, 5 * MINUTE],
    timeoutMs: 2 * MINUTE,
    atOncePerStore: 1,
    onFailure: {
      es: 'Una conciliación no sigue.',
      en: 'A reconciliation does not go on.',
    },
  },
  'look-at-store-order': {
    run: syncStoreOrder,
    waitsMs: WAITS_FOR_A_SHOP,
    // What the store changed is seen by asking for all changes, too.
    maxTries: 10,
    timeoutMs: MINUTE,
    atOncePerStore: 2,
    onFailure: {
      es: 'No se leyó en la tienda un cambio de un pedido.',
      en: 'A change of an order was not read in the store.',
    },
  },
  'offer-pay-link': {
    run: offerPayLink,
    waitsMs: WAITS_FOR_A_SHOP,
    timeoutMs: 30 * SECOND,
    atOncePerStore: 2,
    onFailure: {
      es: 'La tienda no tiene el enlace de pago de un pedido.',
      en: 'The store does not have the pay link of an order.',
    },
  },
  'follow-store-changes': {
    run: followStoreChanges,
    waitsMs: [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR],
    timeoutMs: 5 * MINUTE,
    atOncePerStore: 1,
    onFailure: {
      es: 'Puente no puede leer qué cambió en la tienda: un pedido cancelado allí puede seguir cobrándose.',
      en: 'Puente cannot read what changed in the store: an order that was cancelled there may still be charged.',
    },
  },
  'keep-store-webhooks': {
    run: keepStoreWebhooks,
    waitsMs: WAITS_FOR_A_SHOP,
    // There will be another look.
    maxTries: 5,
    timeoutMs: MINUTE,
    atOncePerStore: 1,
    onFailure: {
      es: 'Los avisos de la tienda no se pudieron revisar: Puente ve sus cambios hasta un minuto después.',
      en: "The store's webhooks could not be seen to: Puente sees its changes up to a minute later.",
    },
  },
  'find-saved-card': {
    run: findSavedCard,
    waitsMs: [5 * SECOND, 20 * SECOND, MINUTE, 5 * MINUTE],
    timeoutMs: MINUTE,
    atOncePerStore: 2,
    onFailure: {
      es: 'Una tarjeta que un cliente quiso guardar no llegó a la tienda.',
      en: 'A card that a customer wanted kept did not get to the store.',
    },
  },
  'tell-saved-card': {
    run: tellSavedCard,
    waitsMs: WAITS_FOR_A_SHOP,
    timeoutMs: 30 * SECOND,
    atOncePerStore: 2,
    onFailure: {
      es: 'La tienda no sabe de una tarjeta que un cliente guardó.',
      en: 'The shop does not know of a card that a customer saved.',
    },
  },
  'tell-storefront': {
    run: notifyStorefront,
    waitsMs: WAITS_FOR_A_SHOP,
    timeoutMs: 30 * SECOND,
    atOncePerStore: 8,
    onFailure: {
      es: 'La tienda no sabe de un cambio de un pedido.',
      en: 'The shop does not know of a change of an order.',
    },
  },
}

export interface CataloguedJob {
  run(ctx: PaymentsContext): Promise<TaskOutcome>
  waitsMs: readonly number[]
  maxTries: number
  timeoutMs: number
  onFailure: Record<Locale, string>
}

/** The tasks that the messages of platforms lead to, by their source. */
export const kindsOfSources = (
  platforms: PaymentsContext['platforms'],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    platforms.flatMap(({ inbound }) => (inbound ? [[inbound.source, inbound.kind]] : [])),
  )

const isKnownKind = (kind: string): kind is TaskKind => Object.hasOwn(catalogue, kind)

/** Finds the job of a task and reads its payload. `undefined` for a kind that is not known here. */
export const jobOf = (
  task: TaskRow,
  platforms: PaymentsContext['platforms'],
): CataloguedJob | undefined => {
  if (isKnownKind(task.kind)) return bind(task.kind, task)
  const inbound = platforms.find((platform) => platform.inbound?.kind === task.kind)?.inbound
  if (inbound) return inboundJob(inbound, task)
  const own = taskOfPlatform(platforms, task.kind)
  return own && jobBy(own, (ctx) => own.run(ctx, own.payload.parse(task.payload)))
}

const taskOfPlatform = (platforms: PaymentsContext['platforms'], kind: string) =>
  platforms.flatMap(({ tasks = [] }) => tasks).find((task) => task.kind === kind)

const inboundJob = (
  inbound: InboundWebhooks<PaymentsContext>,
  { payload }: TaskRow,
): CataloguedJob =>
  jobBy(inbound, (ctx) => applyPlatformMessage(ctx, inbound, messageTask.payload.parse(payload)))

const bind = <Kind extends TaskKind>(kind: Kind, task: TaskRow): CataloguedJob => {
  const job: Job<Kind> = catalogue[kind]
  const schema: (typeof dueTasks)[Kind]['payload'] = dueTasks[kind].payload
  return jobBy(job, (ctx) => job.run(ctx, schema.parse(task.payload) as DueTask<Kind>))
}

const jobBy = (
  { waitsMs, maxTries = Number.POSITIVE_INFINITY, timeoutMs, onFailure }: TaskManners,
  run: CataloguedJob['run'],
): CataloguedJob => ({ run, waitsMs, maxTries, timeoutMs, onFailure })

/** How many tasks of a kind may run for one store at a time in one process. */
export const atOncePerStore = (kind: string, platforms: PaymentsContext['platforms']): number => {
  if (isKnownKind(kind)) return catalogue[kind].atOncePerStore
  const inbound = platforms.find((platform) => platform.inbound?.kind === kind)?.inbound
  return (inbound ?? taskOfPlatform(platforms, kind))?.atOncePerStore ?? 1
}
