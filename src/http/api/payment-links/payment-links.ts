import type { PaymentLinkRow } from '../../../db/db.ts'
import { findPaymentLink, linksOfStores } from '../../../db/links/payment-links.ts'
import { PaymentLinkId } from '../../../domain/ids.ts'
import type { Money } from '../../../domain/money.ts'
import { changePaymentLink, createPaymentLink } from '../../../payments/links/change-links.ts'
import type { LinkRefusal } from '../../../payments/links/link-fields.ts'
import { fieldProblem, notFound } from '../../../runtime/http/problem.ts'
import { pageOf } from '../merchant/pages.ts'
import { defineResourceList } from '../operator/lists.ts'
import { byPaymentLink, byStore } from '../operator/locate.ts'
import { readRequestedAmount, usualCurrency } from '../payment-requests/requested-amount.ts'
import { type Answer, defineMerchantRoute, type MerchantInput, refuse } from '../route.ts'
import {
  newPaymentLink,
  paymentLinkChanges,
  paymentLinkOfStore,
  paymentLinkView,
} from './link-schemas.ts'
import { viewOfPaymentLink, viewsOfLinks } from './link-views.ts'

const NO_LINK = refuse(notFound('The store has no such payment link'))

const ofLink = { tag: 'Payment links', byPerson: { locate: byPaymentLink } } as const

/** Returns `undefined` for a link of another store. */
const linkOfStore = async (
  { ctx, store }: Pick<MerchantInput, 'ctx' | 'store'>,
  id: string,
): Promise<PaymentLinkRow | undefined> => {
  const link = await findPaymentLink(ctx.db.query, PaymentLinkId.parse(id))
  return link?.store_id === store.id ? link : undefined
}

const refuseField = ({ field, reason }: LinkRefusal): Answer => refuse(fieldProblem(field, reason))

const AMOUNTS = ['amount', 'min_amount', 'max_amount'] as const
type Amounts = Partial<Record<(typeof AMOUNTS)[number], string | null | undefined>>
type ReadAmounts = Partial<Record<(typeof AMOUNTS)[number], Money | null>>

/**
 * Parses typed amounts. The currency of a new link is the given one, the one beside an amount, or
 * the most frequent one of the store's latest orders.
 */
const readAmounts = async (
  { ctx, store }: Pick<MerchantInput, 'ctx' | 'store'>,
  given: Amounts,
  known: string | undefined,
): Promise<
  { ok: true; amounts: ReadAmounts; currency: string } | { ok: false; answer: Answer }
> => {
  const { query } = ctx.db
  const amounts: ReadAmounts = {}
  let currency = known
  for (const field of AMOUNTS) {
    const typed = given[field]
    if (typed === undefined) continue
    if (typed === null) {
      amounts[field] = null
      continue
    }
    const read = await readRequestedAmount(query, store.id, { amount: typed, currency })
    if (!read.ok) {
      const path = read.path === 'amount' ? field : read.path
      return { ok: false, answer: refuse(fieldProblem(path, read.message)) }
    }
    amounts[field] = read.money
    currency = read.money.currency.code
  }
  return { ok: true, amounts, currency: currency ?? (await usualCurrency(query, store.id)) }
}

export const listPaymentLinks = defineResourceList({
  list: 'payment_links',
  description: 'A page of payment links',
  ofStore: {
    path: '/v1/payment-links',
    operationId: 'listPaymentLinks',
    tag: 'Payment links',
    summary: 'List the payment links of the store, newest first',
    filters: {},
    page: pageOf(paymentLinkView, 'PaymentLinks'),
    read: linksOfStores,
    views: ({ ctx }, links) => viewsOfLinks(ctx, links),
  },
  acrossStores: {
    summary: 'List the payment links of all stores, newest first',
    filters: {},
    row: paymentLinkOfStore,
    id: 'PaymentLinksOfStores',
    read: linksOfStores,
    views: async ({ ctx }, links) => {
      const views = await viewsOfLinks(ctx, links)
      return views.map((view, index) => ({ ...view, store_id: links[index]?.store_id ?? '' }))
    },
  },
})

export const createPaymentLinkOfStore = defineMerchantRoute({
  tag: 'Payment links',
  byPerson: { path: '/operator/v1/stores/{id}/payment-links', locate: byStore },
  method: 'post',
  path: '/v1/payment-links',
  scope: 'checkout',
  operationId: 'createPaymentLink',
  summary: 'Create a payment link for any number of customers',
  body: newPaymentLink,
  answers: { 201: { description: 'The new payment link', schema: paymentLinkView } },
  problems: { 422: 'A field is not valid; nothing was created' },
  handle: async (given) => {
    const { ctx, store, actor, body } = given
    const read = await readAmounts(given, body, body.currency)
    if (!read.ok) return read.answer
    const { amounts, currency } = read
    const created = await createPaymentLink(ctx, {
      storeId: store.id,
      actor,
      terms: {
        name: body.name,
        description: body.description ?? null,
        currency,
        amount: amounts.amount ?? null,
        least: amounts.min_amount ?? null,
        most: amounts.max_amount ?? null,
        stock: body.stock ?? null,
        startsAt: body.starts_at ?? null,
        endsAt: body.ends_at ?? null,
        fields: body.fields ?? {},
        language: body.language ?? null,
      },
    })
    if (created.outcome === 'refused') return refuseField(created)
    const view = await viewOfPaymentLink(ctx, created.link)
    return { status: 201, body: view, change: { before: undefined, after: view } }
  },
})

export const readPaymentLink = defineMerchantRoute({
  ...ofLink,
  method: 'get',
  path: '/v1/payment-links/{id}',
  scope: 'read',
  operationId: 'readPaymentLink',
  summary: 'Read a payment link with its places',
  answers: { 200: { description: 'The payment link', schema: paymentLinkView } },
  problems: { 404: 'The store has no such payment link' },
  handle: async (given) => {
    const link = await linkOfStore(given, given.id)
    return link ? { status: 200, body: await viewOfPaymentLink(given.ctx, link) } : NO_LINK
  },
})

export const updatePaymentLinkOfStore = defineMerchantRoute({
  ...ofLink,
  method: 'patch',
  path: '/v1/payment-links/{id}',
  scope: 'checkout',
  operationId: 'updatePaymentLink',
  summary: 'Change, close or reopen a payment link; absent fields keep their values',
  body: paymentLinkChanges,
  answers: { 200: { description: 'The changed payment link', schema: paymentLinkView } },
  problems: {
    404: 'The store has no such payment link',
    422: 'A field is not valid; nothing was changed',
  },
  handle: async (given) => {
    const { ctx, body } = given
    const known = await linkOfStore(given, given.id)
    if (!known) return NO_LINK
    const read = await readAmounts(given, body, known.currency)
    if (!read.ok) return read.answer
    const before = await viewOfPaymentLink(ctx, known)
    const changed = await changePaymentLink(ctx, known.id, {
      name: body.name,
      description: body.description,
      amount: read.amounts.amount,
      least: read.amounts.min_amount,
      most: read.amounts.max_amount,
      stock: body.stock,
      startsAt: body.starts_at,
      endsAt: body.ends_at,
      fields: body.fields,
      language: body.language,
      isClosed: body.closed,
    })
    if (changed.outcome === 'refused') return refuseField(changed)
    if (changed.outcome === 'no-such-link') return NO_LINK
    const after = await viewOfPaymentLink(ctx, changed.link)
    return { status: 200, body: after, change: { before, after } }
  },
})
