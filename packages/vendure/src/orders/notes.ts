import { Injectable } from '@nestjs/common'
import { HistoryEntryType, SortOrder } from '@vendure/common/lib/generated-types'
import { HistoryService, type ID, OrderService, type RequestContext } from '@vendure/core'

/** Newest entries of a history that are searched for an equal note. */
const SEARCHED = 100

/** Notes in the history of an order, for its merchant. */
@Injectable()
export class Notes {
  constructor(
    private readonly history: HistoryService,
    private readonly orders: OrderService,
  ) {}

  /** Adds a private note unless the history has it: notifications repeat. */
  async addOnce(ctx: RequestContext, orderId: ID, note: string): Promise<void> {
    const { items } = await this.history.getHistoryForOrder(ctx, orderId, false, {
      filter: { type: { eq: HistoryEntryType.ORDER_NOTE } },
      sort: { createdAt: SortOrder.DESC },
      take: SEARCHED,
    })
    if (items.some(({ data }) => data.note === note)) return
    await this.orders.addNoteToOrder(ctx, { id: orderId, note, isPublic: false })
  }
}
