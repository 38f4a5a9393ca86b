import { Injectable } from '@nestjs/common'
import { type PuenteFailure, resultOf } from '@puente/node'
import type { RequestContext } from '@vendure/core'
import type { PuenteCheckout } from '../checkouts/puente-checkout.entity.js'
import { clientOf } from '../settings/client.js'
import { PuenteMethods } from '../settings/methods.js'

/** Closes payment pages. */
@Injectable()
export class CloseCheckouts {
  constructor(private readonly methods: PuenteMethods) {}

  /** Stops at the first that fails. A charge that wins the race arrives as a notification. */
  async close(
    ctx: RequestContext,
    checkouts: readonly PuenteCheckout[],
  ): Promise<{ ok: true } | { ok: false; error: PuenteFailure }> {
    for (const { methodId, puenteOrderId } of checkouts) {
      const method = await this.methods.byId(ctx, methodId)
      if (method === undefined) continue
      const closed = await resultOf(clientOf(method.settings).orders.cancel(puenteOrderId))
      if (!closed.ok && closed.error.code !== 'no_such_order') return closed
    }
    return { ok: true }
  }
}
