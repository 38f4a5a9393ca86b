import { type AdminState, type Field, problem } from './admin-state.ts'
import { orderView } from './admin-views.ts'

export const changeFields = ({ books, facts, jobs }: AdminState): Record<string, Field> => ({
  'Mutation.orderCancel': ({
    orderId,
    restock,
    staffNote,
  }: {
    orderId: string
    restock: boolean
    staffNote?: string | null
  }) => {
    const refused = (message: string, code: string) => ({
      orderCancelUserErrors: [{ field: ['orderId'], message, code }],
      userErrors: [],
    })
    const order = books.find(orderId)
    if (!order) return refused('Order does not exist', 'NOT_FOUND')
    if (order.cancelledAt) {
      return refused('Cannot cancel an order that has already been canceled', 'INVALID')
    }
    if ((staffNote ?? '').length > 255) {
      return refused('Staff note is too long (maximum is 255 characters)', 'INVALID')
    }
    jobs.push(() => {
      if (!order.cancelledAt) books.cancel(order, restock)
    })
    const job = { id: `gid://shopify/Job/${jobs.length}`, done: false }
    return { job, orderCancelUserErrors: [], userErrors: [] }
  },
  'Mutation.metafieldsSet': ({ metafields }: { metafields: MetafieldInput[] }) => {
    for (const { ownerId, namespace = '$app', key, value } of metafields) {
      const order = books.find(ownerId)
      if (!order) {
        return problem('ownerId', 'Owner does not exist', { code: 'INVALID', elementIndex: 0 })
      }
      order.metafields.set(`${namespace}.${key}`, value)
      books.touch(order)
    }
    const set = metafields.map(({ namespace, key }, index) => ({
      id: `gid://shopify/Metafield/${index + 1}`,
      namespace,
      key,
    }))
    return { metafields: set, userErrors: [] }
  },
  'Mutation.orderUpdate': ({ input }: { input: { id: string; note?: string } }) => {
    const order = books.find(input.id)
    if (!order) return problem('id', 'Order does not exist')
    if (input.note !== undefined) order.note = input.note
    books.touch(order)
    return { order: orderView(order, facts), userErrors: [] }
  },
})

interface MetafieldInput {
  ownerId: string
  namespace?: string
  key: string
  value: string
}
