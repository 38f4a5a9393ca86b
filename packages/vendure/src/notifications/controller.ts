import { Controller, Param, Post, Req, Res } from '@nestjs/common'
import {
  expressHandler,
  isOrderEvent,
  type NodeRequest,
  type NodeResponse,
  type NotificationEvent,
} from '@puente/node'
import { Logger, RequestContextService } from '@vendure/core'
import { LOG_CONTEXT } from '../names.js'
import { PuenteMethods } from '../settings/methods.js'
import { ApplyOrder } from './apply-order.js'

/** First part of the address of notifications: `/puente/CHANNEL_TOKEN/METHOD_CODE`. */
export const ROUTE = 'puente'

/** Receives signed notifications of Puente. */
@Controller(ROUTE)
export class NotificationController {
  constructor(
    private readonly contexts: RequestContextService,
    private readonly methods: PuenteMethods,
    private readonly orders: ApplyOrder,
  ) {}

  /**
   * Answers 204 after the event is applied, 400 to a wrong signature, 404 for an unknown channel or
   * method, and 500 if Vendure fails: Puente repeats the notification.
   */
  @Post(':channel/:method')
  async receive(
    @Param('channel') channel: string,
    @Param('method') code: string,
    @Req() request: NodeRequest,
    @Res() response: NodeResponse,
  ): Promise<void> {
    const ctx = await this.contextOf(channel)
    const method = ctx && (await this.methods.byCode(ctx, code))
    if (ctx === undefined || method === undefined) {
      Logger.warn(`A notification came to the unknown method ${channel}/${code}.`, LOG_CONTEXT)
      response.statusCode = 404
      response.end('This shop has no such payment method.\n')
      return
    }
    const handle = expressHandler({
      secret: method.settings.notifySecret,
      onEvent: async (event: NotificationEvent) => {
        if (isOrderEvent(event)) await this.orders.apply(ctx, method, event.data)
      },
      onRefused: ({ message }) => Logger.warn(`Refused a notification: ${message}`, LOG_CONTEXT),
      onError: (error) =>
        Logger.error(
          error instanceof Error ? (error.stack ?? error.message) : String(error),
          LOG_CONTEXT,
        ),
    })
    await handle(request, response)
  }

  private async contextOf(channelToken: string) {
    try {
      const ctx = await this.contexts.create({ apiType: 'admin', channelOrToken: channelToken })
      return ctx.channel.token === channelToken ? ctx : undefined
    } catch {
      return undefined
    }
  }
}
