import { Injectable } from '@nestjs/common'
import { type PuenteFailure, resultOf, type SavedCard } from '@puente/node'
import { ConfigService, CustomerService, type RequestContext } from '@vendure/core'
import { clientOf } from '../settings/client.js'
import type { PuenteMethod } from '../settings/methods.js'

/** Cards that signed-in customers saved at Puente. */
@Injectable()
export class SavedCards {
  constructor(
    private readonly config: ConfigService,
    private readonly customers: CustomerService,
  ) {}

  /**
   * Lists the cards of the signed-in customer, by their verified e-mail address. Guests have none,
   * and so has everyone in a shop without `requireVerification`: it calls each address verified.
   */
  async ofCustomer(
    ctx: RequestContext,
    method: PuenteMethod,
  ): Promise<{ ok: true; value: readonly SavedCard[] } | { ok: false; error: PuenteFailure }> {
    const none = { ok: true, value: [] } as const
    if (ctx.activeUserId === undefined || !this.config.authOptions.requireVerification) return none
    const customer = await this.customers.findOneByUserId(ctx, ctx.activeUserId)
    if (!customer?.user?.verified) return none
    const email = customer.emailAddress
    const listed = await resultOf(clientOf(method.settings).savedCards.list({ email }))
    return listed.ok ? { ok: true, value: listed.value.data } : listed
  }
}
