import type { Request, Response } from 'express'
import type { OrderRow, PaymentLinkRow } from '../../db/db.ts'
import { payUrlOf } from '../../payments/checkout/pay-link.ts'
import type { OpenedLink } from '../../payments/links/find-link.ts'
import { linkUrlOf } from '../../payments/links/link-fields.ts'
import { MINUTES_TO_PAY } from '../../payments/links/open-order.ts'
import { findOwnOrder } from '../../payments/links/own-order.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { cookieAttributes, cookieOf } from '../../people/sessions/session-cookie.ts'
import { MINUTE } from '../../runtime/clock.ts'
import type { OwnPayment } from './link-page.ts'

/** Holds the pay token of the latest order that the browser opened at one link, for that link only. */
const COOKIE = 'puente_payment'

/** Lets a customer who goes back to the link find the payment that is open. */
export const rememberPayment = (
  { publicUrl }: PaymentsContext,
  response: Response,
  { link, order }: { link: PaymentLinkRow; order: OrderRow },
): void => {
  response.cookie(COOKIE, order.pay_token, {
    ...cookieAttributes(publicUrl),
    path: new URL(linkUrlOf({ publicUrl }, link)).pathname,
    maxAge: MINUTES_TO_PAY * MINUTE,
  })
}

export const ownPaymentAt = async (
  ctx: PaymentsContext,
  { link }: Pick<OpenedLink, 'link'>,
  { headers }: Pick<Request, 'headers'>,
): Promise<OwnPayment | undefined> => {
  const own = await findOwnOrder(ctx, link, cookieOf(headers.cookie, COOKIE))
  return own && { payUrl: payUrlOf(ctx, own.order), payableUntil: own.payableUntil }
}
