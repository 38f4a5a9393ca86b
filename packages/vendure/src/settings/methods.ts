import { Injectable } from '@nestjs/common'
import { PaymentMethod, type RequestContext, TransactionalConnection } from '@vendure/core'
import { HANDLER_CODE } from '../names.js'
import type { MethodSettings } from './arguments.js'

/** A payment method of Puente in a channel: one store at Puente. */
export interface PuenteMethod {
  code: string
  isEnabled: boolean
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
    mode: textOf('mode'),
  }
}

/** Payment methods whose handler is Puente's. */
@Injectable()
export class PuenteMethods {
  constructor(private readonly connection: TransactionalConnection) {}

  /** Finds a method of the channel of `ctx`, also a disabled one: its orders still need refunds. */
  async byCode(ctx: RequestContext, code: string): Promise<PuenteMethod | undefined> {
    const methods = await this.ofChannel(ctx)
    return methods.find((method) => method.code === code)
  }

  /** Finds the method that a customer chose, or the first one. */
  async enabled(ctx: RequestContext, code: string | undefined): Promise<PuenteMethod | undefined> {
    const methods = await this.ofChannel(ctx)
    return methods.find((method) => method.isEnabled && (!code || method.code === code))
  }

  /** Methods of the channel of `ctx`, oldest first. */
  async ofChannel(ctx: RequestContext): Promise<PuenteMethod[]> {
    const found = await this.connection
      .getRepository(ctx, PaymentMethod)
      .find({ where: { channels: { id: ctx.channelId } }, order: { id: 'ASC' } })
    return found.filter(isOfPuente).map(({ code, enabled, handler }) => ({
      code,
      isEnabled: enabled,
      settings: settingsOf(handler.args),
    }))
  }
}
