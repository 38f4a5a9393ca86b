import type { NavigateOptions } from '@tanstack/react-router'
import type { Schemas } from '../api.ts'

type Found = Schemas['Found']

/** Result with the screen that shows it. */
export type Hit = { key: string; to: NavigateOptions } & (
  | { kind: 'order'; order: Found['orders'][number] }
  | { kind: 'payment'; payment: Found['payments'][number] }
  | { kind: 'customer'; customer: Found['customers'][number] }
  | { kind: 'store'; store: Store }
)

interface Store {
  id: string
  name: string
}

export interface HitGroup {
  name: 'orders' | 'customers' | 'payments' | 'stores'
  hits: Hit[]
}

const MOST_STORES = 5

const toOrder = (id: string): NavigateOptions => ({ to: '/orders/$id', params: { id } })

/** Groups results, and adds the stores with the text in name or id. */
export const groupsOfFound = (
  { orders, payments, customers }: Found,
  { stores, text }: { stores: readonly Store[]; text: string },
): HitGroup[] => {
  const sought = foldedText(text)
  const named = stores.filter(({ id, name }) =>
    [id, name].some((each) => foldedText(each).includes(sought)),
  )
  const groups: HitGroup[] = [
    {
      name: 'orders',
      hits: orders.map((order) => ({
        kind: 'order',
        key: `order ${order.id}`,
        to: toOrder(order.id),
        order,
      })),
    },
    {
      name: 'customers',
      hits: customers.map((customer) => ({
        kind: 'customer',
        key: `customer ${customer.store_id} ${customer.search}`,
        // A name alone groups no orders.
        to: customer.email
          ? { to: '/customers/$id', params: { id: customer.newest_order.id } }
          : { to: '/orders', search: { search: customer.search, store: customer.store_id } },
        customer,
      })),
    },
    {
      name: 'payments',
      hits: payments.flatMap((payment): Hit[] =>
        payment.order
          ? [
              {
                kind: 'payment',
                key: `payment ${payment.id}`,
                to: toOrder(payment.order.id),
                payment,
              },
            ]
          : [],
      ),
    },
    {
      name: 'stores',
      hits: named.slice(0, MOST_STORES).map((store) => ({
        kind: 'store',
        key: `store ${store.id}`,
        to: { to: '/stores/$id', params: { id: store.id } },
        store,
      })),
    },
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

const foldedText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
