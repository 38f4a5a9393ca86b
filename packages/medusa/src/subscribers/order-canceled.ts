import type { Container } from '../notifications/container.js'
import { servicesOf } from '../notifications/container.js'
import { noteUnrefunded } from '../notifications/note-unrefunded.js'

interface Cancelled {
  event: { data: { id: string } }
  container: Container
}

/** Medusa cancels an order also if its refund fails: looks whether the customer has the money back. */
export default ({ event, container }: Cancelled): Promise<void> =>
  noteUnrefunded(servicesOf(container), event.data.id)

export const config = { event: 'order.canceled' }
