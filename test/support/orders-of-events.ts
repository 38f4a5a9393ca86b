import { sql } from 'kysely'
import type { PaymentId } from '../../src/domain/ids.ts'
import { eventually } from './eventually.ts'
import { eventOf, type GatewayPayment, paymentAtGateway } from './gateway-events.ts'
import { merchantOf } from './merchant.ts'
import type { Json, World } from './world.ts'

/** Stays pending at the gateway: only events change it. */
export interface OrderOfEvents {
  id: string
  paymentId: PaymentId
  payment: GatewayPayment
  approval: string
}

export const idOfEvent = (body: string): string => JSON.parse(body).id

export const ordersOfEvents = (world: World, { prefix = 'S' }: { prefix?: string } = {}) => {
  const merchant = merchantOf(world, { prefix })
  const query = () => world.puente.ctx.db.query

  const newOrder = async (): Promise<OrderOfEvents> => {
    const { id, gatewayId } = await merchant.open()
    const { payment } = await merchant.read(id)
    const atGateway = await paymentAtGateway(world, gatewayId)
    return {
      id,
      paymentId: payment.id,
      payment: atGateway,
      approval: eventOf(atGateway, 'approved'),
    }
  }

  const keptAs = (body: string) =>
    query()
      .selectFrom('events')
      .select(['state', 'outcome', 'handled_at'])
      .where('message_id', '=', idOfEvent(body))
      .orderBy('seq')
      .execute()

  return {
    merchant,
    query,
    newOrder,
    newOrders: (count: number) => Promise.all(Array.from({ length: count }, newOrder)),
    keptAs,
    /** Resolves with the time of the event's batch, shared by all its events. */
    appliedAt: (body: string) =>
      eventually(async () => (await keptAs(body))[0]?.handled_at?.getTime()),
    appliedTo: async (id: string): Promise<string[]> =>
      (await merchant.timeline(id))
        .filter(({ kind }) => kind === 'event_applied')
        .map(({ details }: Json) => details.event),
    taskOf: async (body: string) => {
      const { rows } = await sql<EventTask>`
        SELECT tasks.id, tasks.state, last_error FROM tasks
        JOIN events ON payload ->> 'seq' = events.seq::text
        WHERE kind = 'apply-gateway-event' AND message_id = ${idOfEvent(body)}
        ORDER BY id DESC LIMIT 1`.execute(query())
      return rows[0]
    },
    statusOf: async (id: string): Promise<string> => (await merchant.read(id)).order.status,
    isPaid: (id: string) => merchant.readWhen(id, ({ order }) => order.status === 'paid'),
  }
}

interface EventTask {
  id: bigint
  state: string
  last_error: string | null
}
