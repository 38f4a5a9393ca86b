import type { OnApplicationBootstrap } from '@nestjs/common'
import {
  EventBus,
  Logger,
  OrderStateTransitionEvent,
  PaymentMethod,
  PaymentMethodEvent,
  type PaymentOptions,
  PluginCommonModule,
  ProcessContext,
  TransactionalConnection,
  UserInputError,
  VendurePlugin,
} from '@vendure/core'
import { LOG_CONTEXT } from './names.js'
import { ApplyOrder } from './notifications/apply-order.js'
import { NotificationController, ROUTE } from './notifications/controller.js'
import { keepRawBody } from './notifications/keep-raw-body.js'
import { CloseAtPuente } from './orders/close-at-puente.js'
import { Decimals } from './orders/decimals.js'
import { Notes } from './orders/notes.js'
import { OpenCheckout } from './orders/open-checkout.js'
import { PlaceOrder } from './orders/place-order.js'
import { RecordedPayments } from './orders/recorded-payments.js'
import { SettleOrder } from './orders/settle-order.js'
import { ChargeOrder } from './payment-method/charge-order.js'
import { puentePaymentHandler } from './payment-method/handler.js'
import { LostRefunds } from './refunds/lost-refunds.js'
import { RecordRefunds } from './refunds/record-refunds.js'
import { RequestRefund } from './refunds/request-refund.js'
import { checkSettings } from './settings/check-settings.js'
import { isOfPuente, PuenteMethods, settingsOf } from './settings/methods.js'
import { PuenteShopResolver } from './shop-api/resolver.js'
import { shopSchema } from './shop-api/schema.js'

/** Vendure enters the state that `createRefund` returns: a refund that waits stays `Pending`. */
const waitingRefunds: NonNullable<PaymentOptions['refundProcess']>[number] = {
  transitions: { Pending: { to: ['Pending'] } },
}

/** Payments by Puente: the payment method, its notifications, and two mutations of the Shop API. */
@VendurePlugin({
  imports: [PluginCommonModule],
  providers: [
    ApplyOrder,
    ChargeOrder,
    CloseAtPuente,
    Decimals,
    LostRefunds,
    Notes,
    OpenCheckout,
    PlaceOrder,
    PuenteMethods,
    RecordedPayments,
    RecordRefunds,
    RequestRefund,
    SettleOrder,
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
    return config
  },
  compatibility: '^3.3.0',
})
export class PuentePlugin implements OnApplicationBootstrap {
  constructor(
    private readonly events: EventBus,
    private readonly connection: TransactionalConnection,
    private readonly processContext: ProcessContext,
    private readonly closing: CloseAtPuente,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.refuseWrongSettings()
    if (!this.processContext.isServer) return
    this.closeCancelledOrders()
    // Does not hold the start: a Puente that is away must not keep the shop closed.
    void this.nameWrongSettings()
  }

  /** Runs in the transaction that saves a payment method: wrong values are not saved. */
  private refuseWrongSettings(): void {
    this.events.registerBlockingEventHandler({
      event: PaymentMethodEvent,
      id: 'puente-check-settings',
      handler: async ({ entity, type }) => {
        if (type === 'deleted' || !isOfPuente(entity) || !entity.enabled) return
        const checked = await checkSettings(settingsOf(entity.handler.args))
        if (checked.outcome === 'wrong') throw new UserInputError(checked.problem)
        if (checked.outcome === 'away')
          Logger.warn(`${entity.code}: ${checked.problem}`, LOG_CONTEXT)
      },
    })
  }

  private closeCancelledOrders(): void {
    this.events.ofType(OrderStateTransitionEvent).subscribe(({ ctx, order, toState }) => {
      if (toState !== 'Cancelled') return
      this.closing.close(ctx, order).catch((error: unknown) => {
        Logger.error(`Order ${order.code} stays payable at Puente: ${String(error)}`, LOG_CONTEXT)
      })
    })
  }

  private async nameWrongSettings(): Promise<void> {
    try {
      const methods = await this.connection.rawConnection.getRepository(PaymentMethod).find()
      for (const method of methods.filter((each) => each.enabled && isOfPuente(each))) {
        const checked = await checkSettings(settingsOf(method.handler.args))
        if (checked.outcome !== 'valid')
          Logger.error(`Payment method ${method.code}: ${checked.problem}`, LOG_CONTEXT)
      }
    } catch (error) {
      Logger.error(`Could not check the payment methods: ${String(error)}`, LOG_CONTEXT)
    }
  }
}
