import type { OnApplicationBootstrap } from '@nestjs/common'
import {
  EventBus,
  Logger,
  OrderEvent,
  OrderPlacedEvent,
  OrderStateTransitionEvent,
  PaymentMethod,
  PaymentMethodEvent,
  type PaymentOptions,
  PluginCommonModule,
  ProcessContext,
  TransactionalConnection,
  UserInputError,
  type VendureEvent,
  VendurePlugin,
} from '@vendure/core'
import { Checkouts } from './checkouts/checkouts.js'
import { PuenteCheckout } from './checkouts/puente-checkout.entity.js'
import { LOG_CONTEXT, ROUTE } from './names.js'
import { NotificationController } from './notifications/controller.js'
import { keepRawBody } from './notifications/keep-raw-body.js'
import { AdvanceOrder } from './orders/advance-order.js'
import { ApplyOrder } from './orders/apply-order.js'
import { CloseCheckouts, closeCheckoutsTask } from './orders/close-checkouts.js'
import { Coupons } from './orders/coupons.js'
import { Decimals } from './orders/decimals.js'
import { GuardPaidOrders } from './orders/guard-paid-orders.js'
import { Notes } from './orders/notes.js'
import { OpenCheckout } from './orders/open-checkout.js'
import { OrderLock } from './orders/order-lock.js'
import { RecordPayment } from './orders/record-payment.js'
import { ReserveCheckout } from './orders/reserve-checkout.js'
import { SyncOrder } from './orders/sync-order.js'
import { puentePaymentHandler } from './payment-method/handler.js'
import { PendingRefunds, pendingRefundsTask } from './refunds/pending-refunds.js'
import { RecordRefunds } from './refunds/record-refunds.js'
import { RequestRefund } from './refunds/request-refund.js'
import { checkSettings } from './settings/check-settings.js'
import { isOfPuente, PuenteMethods, settingsOf } from './settings/methods.js'
import { PuenteShopResolver } from './shop-api/resolver.js'
import { ReturnedCustomer } from './shop-api/returned-customer.js'
import { SavedCards } from './shop-api/saved-cards.js'
import { shopSchema } from './shop-api/schema.js'

/** Vendure enters the state that `createRefund` returns: a refund that waits stays `Pending`. */
const waitingRefunds: NonNullable<PaymentOptions['refundProcess']>[number] = {
  transitions: { Pending: { to: ['Pending'] } },
}

/** Vendure's payments name their method by its code alone, and its channels share the default one. */
const sameCode = (code: string): string =>
  `Another payment method has the code "${code}". Choose a code that no method of any channel has.`

type EndedOrder = OrderPlacedEvent | OrderStateTransitionEvent | OrderEvent

const hasEnded = (event: VendureEvent): boolean =>
  event instanceof OrderPlacedEvent ||
  (event instanceof OrderStateTransitionEvent && event.toState === 'Cancelled') ||
  (event instanceof OrderEvent && event.type === 'deleted')

/** Payments by Puente: the payment method, its notifications, and two mutations of the Shop API. */
@VendurePlugin({
  imports: [PluginCommonModule],
  entities: [PuenteCheckout],
  providers: [
    AdvanceOrder,
    ApplyOrder,
    Checkouts,
    CloseCheckouts,
    Coupons,
    Decimals,
    Notes,
    OpenCheckout,
    OrderLock,
    PendingRefunds,
    PuenteMethods,
    RecordPayment,
    RecordRefunds,
    RequestRefund,
    ReserveCheckout,
    ReturnedCustomer,
    SavedCards,
    SyncOrder,
  ],
  controllers: [NotificationController],
  shopApiExtensions: { schema: shopSchema, resolvers: [PuenteShopResolver] },
  configuration: (config) => {
    config.paymentOptions.paymentMethodHandlers.push(puentePaymentHandler)
    config.paymentOptions.refundProcess = [
      ...(config.paymentOptions.refundProcess ?? []),
      waitingRefunds,
    ]
    config.apiOptions.middleware.push({
      route: `/${ROUTE}`,
      handler: keepRawBody,
      beforeListen: true,
    })
    Object.assign(config.dbConnectionOptions, {
      subscribers: [
        ...Object.values(config.dbConnectionOptions.subscribers ?? []),
        GuardPaidOrders,
      ],
    })
    config.schedulerOptions.tasks = [
      ...(config.schedulerOptions.tasks ?? []),
      pendingRefundsTask,
      closeCheckoutsTask,
    ]
    return config
  },
  compatibility: '^3.3.0',
})
export class PuentePlugin implements OnApplicationBootstrap {
  constructor(
    private readonly events: EventBus,
    private readonly connection: TransactionalConnection,
    private readonly processContext: ProcessContext,
    private readonly closing: CloseCheckouts,
    private readonly methods: PuenteMethods,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.refuseWrongSettings()
    // Jobs of the worker place and cancel orders, too.
    this.closeEndedOrders()
    if (!this.processContext.isServer) return
    // Does not hold the start: a Puente that is away must not keep the shop closed.
    void this.nameWrongSettings()
  }

  /** Runs in the transaction that saves a payment method: wrong values are not saved. */
  private refuseWrongSettings(): void {
    this.events.registerBlockingEventHandler({
      event: PaymentMethodEvent,
      id: 'puente-check-settings',
      handler: async ({ ctx, entity, type }) => {
        if (type === 'deleted') return
        // The event of an update has the changed fields alone.
        const saved = await this.connection
          .getRepository(ctx, PaymentMethod)
          .findOneByOrFail({ id: entity.id })
        if (!isOfPuente(saved)) return
        if (await this.methods.hasOther(ctx, saved)) throw new UserInputError(sameCode(saved.code))
        if (!saved.enabled) return
        const checked = await checkSettings(saved.code, settingsOf(saved.handler.args))
        if (checked.outcome === 'wrong') throw new UserInputError(checked.problem)
        if (checked.outcome === 'doubtful')
          Logger.warn(`Payment method ${saved.code}: ${checked.problem}`, LOG_CONTEXT)
      },
    })
  }

  /** An order that is paid by another method, cancelled or deleted must not stay payable. */
  private closeEndedOrders(): void {
    this.events.filter<EndedOrder>(hasEnded).subscribe(({ ctx, order }) => {
      this.closing.closeAll(ctx, order.id).catch((error: unknown) => {
        Logger.error(`Order ${order.code} stays payable at Puente: ${String(error)}`, LOG_CONTEXT)
      })
    })
  }

  private async nameWrongSettings(): Promise<void> {
    try {
      const all = await this.connection.rawConnection.getRepository(PaymentMethod).find()
      const methods = all.filter(isOfPuente)
      const isShared = ({ code }: PaymentMethod): boolean =>
        all.filter((each) => each.code === code).length > 1
      for (const code of new Set(methods.filter(isShared).map((each) => each.code)))
        Logger.error(`Payment method ${code}: ${sameCode(code)}`, LOG_CONTEXT)
      for (const method of methods.filter(({ enabled }) => enabled)) {
        const checked = await checkSettings(method.code, settingsOf(method.handler.args))
        if (checked.outcome !== 'valid')
          Logger.error(`Payment method ${method.code}: ${checked.problem}`, LOG_CONTEXT)
      }
    } catch (error) {
      Logger.error(`Could not check the payment methods: ${String(error)}`, LOG_CONTEXT)
    }
  }
}
