import { Controller, Param, Post, Req, Res } from '@nestjs/common'
import {
  expressHandler,
  isOrderEvent,
  type NodeRequest,
  type NodeResponse,
  type NotificationEvent,
  type OrderEvent,
} from '@puente/node'
import { I18nError, Logger, RequestContextService } from '@vendure/core'
import { Checkouts } from '../checkouts/checkouts.js'
import { LOG_CONTEXT, ROUTE } from '../names.js'
import { ApplyOrder } from '../orders/apply-order.js'
import { type PuenteMethod, PuenteMethods } from '../settings/methods.js'

/** Receives signed notifications of Puente. */
@Controller(ROUTE)
export class NotificationController {
  constructor(
    private readonly contexts: RequestContextService,
    private readonly methods: PuenteMethods,
    private readonly checkouts: Checkouts,
    private readonly applying: ApplyOrder,
  ) {}

  /**
   * Answers 204 after the event is applied or can never be, 400 to a wrong signature, 404 for an
   * unknown channel or method, and 500 after a transient error: Puente repeats the notification.
   */
  @Post(':channel/:method')
  async receive(
    @Param('channel') channel: string,
    @Param('method') code: string,
    @Req() request: NodeRequest,
    @Res() response: NodeResponse,
  ): Promise<void> {
    const method = await this.methodOf(channel, code)
    if (method === undefined) {
      Logger.warn(`A notification came to the unknown method ${channel}/${code}.`, LOG_CONTEXT)
      response.statusCode = 404
      response.end('This shop has no such payment method.\n')
      return
    }
    const handle = expressHandler({
      secret: method.settings.notifySecret,
      onEvent: (event: NotificationEvent) =>
        isOrderEvent(event) ? this.apply(method, event.data) : undefined,
      onRefused: ({ message }) => Logger.warn(`Refused a notification: ${message}`, LOG_CONTEXT),
      onError: (error) =>
        Logger.error(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
          LOG_CONTEXT,
        ),
    })
    await handle(request, response)
  }

  private async apply(method: PuenteMethod, seen: OrderEvent['data']): Promise<void> {
    const checkout = await this.checkouts.openedBy(method.id, seen.order.id)
    if (checkout === null) {
      Logger.warn(`${method.code}: Vendure did not open order ${seen.order.id}.`, LOG_CONTEXT)
      return
    }
    const ctx = await this.checkouts.contextOf(checkout)
    const state = await this.applying.apply(ctx, { checkout, method }, seen)
    if (typeof state !== 'string') throw new Error(state.error.message)
  }

  private async methodOf(channelToken: string, code: string): Promise<PuenteMethod | undefined> {
    try {
      const ctx = await this.contexts.create({ apiType: 'admin', channelOrToken: channelToken })
      return ctx.channel.token === channelToken ? await this.methods.byCode(ctx, code) : undefined
    } catch (error) {
      if (error instanceof I18nError) return undefined
      throw error
    }
  }
}
