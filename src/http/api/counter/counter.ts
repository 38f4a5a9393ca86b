import type { z } from 'zod'
import { hondurasDayOf, startOfHondurasDay } from '../../../contract/honduras-time.ts'
import {
  type CounterItemRow,
  counterItemsOfStore,
  deleteCounterItem,
  insertCounterItem,
  updateCounterItem,
} from '../../../db/counter/counter-items.ts'
import { takingsOfCounter } from '../../../db/counter/takings.ts'
import { formatMinor } from '../../../domain/money.ts'
import { instantsOf } from '../../../payments/reconciliation/window.ts'
import { fieldProblem } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { readTypedMoney } from '../../requests/typed-money.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byCounterItem, byStore } from '../operator/locate.ts'
import { NOT_FOUND } from '../operator/problems.ts'
import { type OperatorRoute, refuse } from '../route.ts'
import { counterItem, counterItemList, newCounterItem, takings, takingsQuery } from './schemas.ts'

const TAG = 'Counter'
const MOST_ITEMS = 100
const ITEM_NOT_VALID = `A field is not valid, or the store has ${MOST_ITEMS} favourites`

const viewOf = ({ id, name, price_minor, currency }: CounterItemRow) => ({
  id,
  name,
  price: formatMinor(price_minor, currency),
  currency,
})

/** Maps name and price to columns. */
const columnsOf = ({ name, price, currency }: z.output<typeof newCounterItem>) => {
  const read = readTypedMoney({ amount: price, currency })
  if (read.ok) {
    const {
      minor,
      currency: { code },
    } = read.money
    return { ok: true, columns: { name, price_minor: minor, currency: code } } as const
  }
  const path = read.path === 'amount' ? 'price' : read.path
  return { ok: false, answer: refuse(fieldProblem(path, read.message)) } as const
}

const listItems = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/stores/{id}/counter-items',
  operationId: 'listCounterItems',
  tag: TAG,
  scope: 'read',
  summary: 'List the counter favourites of the store',
  locate: byStore,
  answers: { 200: { description: 'All favourites, oldest first', schema: counterItemList } },
  problems: { 404: "No such store in the person's organizations" },
  handle: async ({ ctx, store }) => {
    const items = await counterItemsOfStore(ctx.db.query, store.id)
    return { status: 200, body: { data: items.map(viewOf) } }
  },
})

const createItem = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/stores/{id}/counter-items',
  operationId: 'createCounterItem',
  tag: TAG,
  scope: 'checkout',
  summary: 'Add a counter favourite',
  locate: byStore,
  body: newCounterItem,
  answers: { 201: { description: 'The favourite', schema: counterItem } },
  problems: { 404: "No such store in the person's organizations", 422: ITEM_NOT_VALID },
  handle: async ({ ctx, store, body }) => {
    const read = columnsOf(body)
    if (!read.ok) return read.answer
    const item = await insertCounterItem(
      ctx.db.query,
      {
        id: ctx.ids.next('itm'),
        store_id: store.id,
        created_at: ctx.clock.now(),
        ...read.columns,
      },
      MOST_ITEMS,
    )
    if (!item) return refuse(TOO_MANY)
    const after = viewOf(item)
    return { status: 201, body: after, change: { before: undefined, after } }
  },
})

const TOO_MANY = fieldProblem('name', fieldMessage('tooManyFavourites', { most: MOST_ITEMS }))

const changeItem = defineLocatedRoute({
  method: 'patch',
  path: '/operator/v1/counter-items/{id}',
  operationId: 'changeCounterItem',
  tag: TAG,
  scope: 'checkout',
  summary: 'Change a counter favourite',
  locate: byCounterItem,
  body: newCounterItem,
  answers: { 200: { description: 'The changed favourite', schema: counterItem } },
  problems: { 404: "No such favourite in the person's organizations", 422: 'A field is not valid' },
  handle: async ({ ctx, row, body }) => {
    const read = columnsOf(body)
    if (!read.ok) return read.answer
    const changed = await updateCounterItem(ctx.db.query, row.id, read.columns)
    if (!changed) return refuse(NOT_FOUND)
    const [before, after] = [viewOf(row), viewOf(changed)]
    return { status: 200, body: after, change: { before, after } }
  },
})

const deleteItem = defineLocatedRoute({
  method: 'delete',
  path: '/operator/v1/counter-items/{id}',
  operationId: 'deleteCounterItem',
  tag: TAG,
  scope: 'checkout',
  summary: 'Remove a counter favourite',
  locate: byCounterItem,
  answers: { 200: { description: 'The removed favourite', schema: counterItem } },
  problems: { 404: "No such favourite in the person's organizations" },
  handle: async ({ ctx, row }) => {
    await deleteCounterItem(ctx.db.query, row.id)
    const before = viewOf(row)
    return { status: 200, body: before, change: { before, after: undefined } }
  },
})

const readTakings = defineLocatedRoute({
  method: 'get',
  path: '/operator/v1/stores/{id}/counter-takings',
  operationId: 'readCounterTakings',
  tag: TAG,
  scope: 'read',
  summary: 'Sum the takings of counters for a Honduras day',
  locate: byStore,
  query: takingsQuery,
  answers: { 200: { description: 'A sum for each currency', schema: takings } },
  problems: { 404: "No such store in the person's organizations", 422: 'The day is not valid' },
  handle: async ({ ctx, store, query: { day = hondurasDayOf(ctx.clock.now()), counter } }) => {
    if (!startOfHondurasDay(day)) {
      return refuse(fieldProblem('day', fieldMessage('day')))
    }
    const window = instantsOf({ from: day, to: day })
    const sums = await takingsOfCounter(ctx.db.query, { storeId: store.id, counter, ...window })
    const body: z.input<typeof takings> = {
      day,
      counter: counter ?? null,
      data: sums.map(({ currency, payments, paidMinor, tipsMinor, ...others }) => ({
        currency,
        payments,
        paid: formatMinor(paidMinor, currency),
        tips: formatMinor(tipsMinor, currency),
        other_payments: others.otherPayments,
        paid_otherwise: formatMinor(others.otherwiseMinor, currency),
      })),
    }
    return { status: 200, body }
  },
})

export const counterRoutes: readonly OperatorRoute[] = [
  listItems,
  createItem,
  changeItem,
  deleteItem,
  readTakings,
]
