import { type DeepPartial, EntityId, type ID, VendureEntity } from '@vendure/core'
import { Column, Entity, Index } from 'typeorm'

/**
 * A checkout at Puente that Vendure opened for an order. Only the store that it was opened with may
 * report payments of the order.
 */
@Entity()
@Index(['methodId', 'puenteOrderId'], { unique: true })
export class PuenteCheckout extends VendureEntity {
  constructor(input?: DeepPartial<PuenteCheckout>) {
    super(input)
  }

  @EntityId()
  @Index()
  orderId: ID

  /** Channel whose customer opened it. */
  @EntityId()
  channelId: ID

  /** Payment method, with the keys of the store. */
  @EntityId()
  methodId: ID

  /** Id of the order at Puente: the order's code, then `CODE~2` for another payment of the order. */
  @Column()
  puenteOrderId: string

  /** Time at which the page was paid, or closed for good because its order had ended. */
  @Column({ type: Date, nullable: true })
  closedAt: Date | null
}
