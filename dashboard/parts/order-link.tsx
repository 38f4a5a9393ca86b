import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Schemas } from '../app/api.ts'

type Order = Pick<Schemas['OrderReference'], 'id' | 'number' | 'external_id'>

/** The number that customers and shops know. */
export const orderLabel = ({ number, external_id }: Pick<Order, 'number' | 'external_id'>) =>
  number ?? external_id

const MOST_LABEL = 40

/** Shortens the label: a shop may send references of any length. */
export const shortOrderLabel = (order: Parameters<typeof orderLabel>[0]): string =>
  cutText(orderLabel(order), MOST_LABEL)

/** Keeps characters whole. */
export const cutText = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}

export const OrderLink = ({ order, children }: { order: Order; children?: ReactNode }) => (
  <Link to="/orders/$id" params={{ id: order.id }} className="row-link">
    <bdi>{children ?? orderLabel(order)}</bdi>
  </Link>
)
