import type { z } from 'zod'
import type { PaymentLinkRow } from '../../../db/db.ts'
import { placesOfLinks } from '../../../db/links/payment-links.ts'
import { nameOfActor } from '../../../domain/actor.ts'
import { formatMinor } from '../../../domain/money.ts'
import { linkUrlOf } from '../../../payments/links/link-fields.ts'
import { placesLeft, stateOfLink } from '../../../payments/links/rules/link-state.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import type { paymentLinkView } from './link-schemas.ts'

type View = z.input<typeof paymentLinkView>

type ViewContext = Pick<PaymentsContext, 'db' | 'clock' | 'publicUrl'>

export const viewsOfLinks = async (
  ctx: ViewContext,
  links: readonly PaymentLinkRow[],
): Promise<View[]> => {
  const now = ctx.clock.now()
  const ids = links.map(({ id }) => id)
  const placesOf = await placesOfLinks(ctx.db.query, ids, now)
  return links.map((link) => {
    const { taken, paid, paying } = placesOf(link.id)
    const amountOf = (minor: bigint | null) =>
      minor === null ? null : formatMinor(minor, link.currency)
    return {
      id: link.id,
      url: linkUrlOf(ctx, link),
      name: link.name,
      description: link.description,
      amount: amountOf(link.amount_minor),
      min_amount: amountOf(link.min_minor),
      max_amount: amountOf(link.max_minor),
      currency: link.currency,
      stock: link.stock,
      starts_at: link.starts_at?.toISOString() ?? null,
      ends_at: link.ends_at?.toISOString() ?? null,
      fields: link.fields,
      language: link.language,
      state: stateOfLink(link, { taken, now }),
      orders: link.orders,
      taken,
      paid,
      paying,
      left: placesLeft(link, taken),
      created_by: (link.created_by && nameOfActor(link.created_by)) ?? null,
      created_at: link.created_at.toISOString(),
      updated_at: link.updated_at.toISOString(),
      closed_at: link.closed_at?.toISOString() ?? null,
    }
  })
}

export const viewOfPaymentLink = async (ctx: ViewContext, link: PaymentLinkRow): Promise<View> => {
  const [view] = await viewsOfLinks(ctx, [link])
  if (!view) throw new Error('One link has one view')
  return view
}
