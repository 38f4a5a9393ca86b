import { Injectable } from '@nestjs/common'
import { DEFAULT_CHANNEL_CODE } from '@vendure/common/lib/shared-constants'
import {
  type ID,
  idsAreEqual,
  OrderService,
  PaymentMethod,
  type RequestContext,
  TransactionalConnection,
} from '@vendure/core'
import { HANDLER_CODE } from '../names.js'
import type { MethodSettings } from './arguments.js'

/** A payment method of Puente: one store at Puente. */
export interface PuenteMethod {
  id: ID
  code: string
  settings: MethodSettings
}

export const isOfPuente = (method: PaymentMethod): boolean => method.handler.code === HANDLER_CODE

/** Reads the settings, which Vendure keeps as a list of names and texts. */
export const settingsOf = (args: PaymentMethod['handler']['args']): MethodSettings => {
  const textOf = (name: string): string => args.find((arg) => arg.name === name)?.value ?? ''
  return {
    url: textOf('url'),
    apiKey: textOf('apiKey'),
    notifySecret: textOf('notifySecret'),
  }
}

/** Payment methods whose handler is Puente's. */
@Injectable()
export class PuenteMethods {
  constructor(
    private readonly connection: TransactionalConnection,
    private readonly orders: OrderService,
  ) {}

  /** Finds a method, also a disabled one and one of another channel: its orders are paid there. */
  async byId(ctx: RequestContext, id: ID): Promise<PuenteMethod | undefined> {
    const found = await this.connection.getRepository(ctx, PaymentMethod).findBy({ id })
    return found.filter(isOfPuente).map(methodOf)[0]
  }

  /** Finds a method of the channel of `ctx`, also a disabled one. */
  async byCode(ctx: RequestContext, code: string): Promise<PuenteMethod | undefined> {
    return (await this.ofChannel(ctx)).find((method) => method.code === code)
  }

  /**
   * Finds the method that a customer chose, or the first one that Vendure offers for the order. The
   * default channel has the methods of all channels, with the stores of other sellers: without a
   * choice, it takes one of them only if it has no second method of Puente.
   */
  async offered(
    ctx: RequestContext,
    orderId: ID,
    code: string | undefined,
  ): Promise<PuenteMethod | undefined> {
    const offers = await this.orders.getEligiblePaymentMethods(ctx, orderId)
    const all = await this.ofChannel(ctx)
    const methods = all.filter((method) =>
      offers.some(({ id, isEligible }) => isEligible && idsAreEqual(id, method.id)),
    )
    if (code) return methods.find((method) => method.code === code)
    if (all.length === 1 || ctx.channel.code !== DEFAULT_CHANNEL_CODE) return methods[0]
    const own = await this.idsOfDefaultChannelAlone(ctx)
    return methods.find((method) => own.some((id) => idsAreEqual(id, method.id)))
  }

  /** Whether another method has the code, in any channel and of any handler. */
  async hasOther(ctx: RequestContext, { id, code }: PaymentMethod): Promise<boolean> {
    const found = await this.connection.getRepository(ctx, PaymentMethod).findBy({ code })
    return found.some((other) => !idsAreEqual(other.id, id))
  }

  /** Codes of the methods of all channels. */
  async codes(): Promise<string[]> {
    const all = await this.connection.rawConnection.getRepository(PaymentMethod).find()
    return all.filter(isOfPuente).map(({ code }) => code)
  }

  private async idsOfDefaultChannelAlone(ctx: RequestContext): Promise<ID[]> {
    const all = await this.connection
      .getRepository(ctx, PaymentMethod)
      .find({ relations: { channels: true } })
    return all
      .filter(({ channels }) => channels.every(({ code }) => code === DEFAULT_CHANNEL_CODE))
      .map(({ id }) => id)
  }

  /** Methods of the channel of `ctx`, oldest first. */
  private async ofChannel(ctx: RequestContext): Promise<PuenteMethod[]> {
    const found = await this.connection
      .getRepository(ctx, PaymentMethod)
      .find({ where: { channels: { id: ctx.channelId } }, order: { id: 'ASC' } })
    return found.filter(isOfPuente).map(methodOf)
  }
}

const methodOf = ({ id, code, handler }: PaymentMethod): PuenteMethod => ({
  id,
  code,
  settings: settingsOf(handler.args),
})
