import { z } from 'zod'
import { deleteOrderView, keepOrderView, orderViewsOf } from '../../../db/orders/order-views.ts'
import { fieldProblem } from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import {
  type Answer,
  defineOperatorRoute,
  type OperatorInput,
  type OperatorRoute,
  refuse,
} from '../route.ts'

const TAG = 'Orders'
const MOST_VIEWS = 50

const name = plainText(60)
const orderView = z
  .strictObject({
    name,
    search: z
      .record(z.string().regex(/^[a-z]{1,20}$/), plainText(191))
      .refine((search) => Object.keys(search).length <= 20)
      .meta({ description: 'Query parameters of the dashboard.' }),
  })
  .meta({ id: 'OrderView', example: { name: 'Large ones', search: { least: '5000' } } })

const orderViews = z.object({ data: z.array(orderView) }).meta({ id: 'OrderViews' })

const answerViews = async ({ ctx, person }: OperatorInput): Promise<Answer> => ({
  status: 200,
  body: { data: await orderViewsOf(ctx.db.query, person.id) },
})

const listViews = defineOperatorRoute({
  method: 'get',
  path: '/operator/v1/order-views',
  operationId: 'listOrderViews',
  tag: TAG,
  scope: 'read',
  summary: "List the person's saved order searches",
  answers: { 200: { description: 'All saved searches', schema: orderViews } },
  problems: {},
  handle: answerViews,
})

/** The audit log omits saved searches, which concern only their person. */
const ofThemselves = { tag: TAG, scope: 'read', isUnaudited: () => true } as const

const saveView = defineOperatorRoute({
  ...ofThemselves,
  method: 'post',
  path: '/operator/v1/order-views',
  operationId: 'saveOrderView',
  summary: 'Save an order search, replacing one of the same name',
  body: orderView,
  answers: { 200: { description: 'All saved searches', schema: orderViews } },
  problems: { 422: 'The search is not valid, or the person already has 50' },
  handle: async (input) => {
    const { ctx, person, body } = input
    const saved = await orderViewsOf(ctx.db.query, person.id)
    const isNew = !saved.some((view) => view.name === body.name)
    if (isNew && saved.length >= MOST_VIEWS) return refuse(TOO_MANY)
    await keepOrderView(ctx.db.query, { personId: person.id, view: body, now: ctx.clock.now() })
    return answerViews(input)
  },
})

const deleteView = defineOperatorRoute({
  ...ofThemselves,
  method: 'delete',
  path: '/operator/v1/order-views',
  operationId: 'forgetOrderView',
  summary: 'Delete a saved search',
  query: z.strictObject({ name }),
  answers: { 200: { description: 'The remaining searches', schema: orderViews } },
  problems: { 422: 'The name is not valid' },
  handle: async (input) => {
    const { ctx, person, query } = input
    await deleteOrderView(ctx.db.query, { personId: person.id, name: query.name })
    return answerViews(input)
  },
})

const TOO_MANY = fieldProblem('name', fieldMessage('tooManyViews', { most: MOST_VIEWS }))

export const orderViewRoutes: readonly OperatorRoute[] = [listViews, saveView, deleteView]
