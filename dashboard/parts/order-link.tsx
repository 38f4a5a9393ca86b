import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../app/api.ts'

type Order = Pick<Schemas['OrderReference'], 'id' | 'number' | 'external_id'>

/** The number that customers and shops know. */
export const orderLabel = ({ number, external_id }: Pick<Order, 'number' | 'external_id'>) =>
  number ?? external_id

export const OrderLink = ({ order, children }: { order: Order; children?: ReactNode }) => (
  <Link to="/orders/$id" params={{ id: order.id }} className="row-link">
    <bdi>{children ?? orderLabel(order)}</bdi>
  </Link>
)
