import type { OrderRow } from '../../db/db.ts'
import type { PayLink } from '../../payments/checkout/pay-link.ts'
import type { PaymentsContext } from '../../payments/ports/context.ts'
import { KIND_OF_PAYMENT_ERROR, type PageKind } from './page-kinds.ts'
import { RETRY_SECONDS, SILENT_SECONDS } from './send-page.ts'

/** Response that page and status endpoint share. */
export type PageOfLink =
  | { kind: 'payable' | 'card-page' | 'charging' | 'settled'; leadsTo: string }
  | { kind: PageKind; leadsTo: null; status: number; retryAfterSeconds?: number }

/** Maps link states to pages. `leadsTo` omits the chosen language. */
export const pageOfLink = (
  link: PayLink,
  { publicUrl }: Pick<PaymentsContext, 'publicUrl'>,
): PageOfLink => {
  const own = `/pay/${link.order.pay_token}`
  switch (link.state) {
    case 'payable':
      return { kind: link.state, leadsTo: link.checkoutUrl }
    case 'card-page':
      return { kind: link.state, leadsTo: `${own}/card` }
    case 'charging':
    case 'settled':
      return { kind: link.state, leadsTo: `${publicUrl}${own}/return` }
    case 'settling':
      return page('not-ready', 503, RETRY_SECONDS)
    case 'store-silent':
    case 'gateway-silent':
      return page(link.state, 503, SILENT_SECONDS)
    case 'unavailable':
    case 'store-disabled':
    case 'store-frozen':
      return page(link.state, 503)
    case 'paid-at-gateway':
      return page(link.state, 409)
    case 'refused': {
      const { last_payment_error: error } = link.order
      return page(error ? KIND_OF_PAYMENT_ERROR[error.code] : 'unavailable', 409)
    }
    case 'ended':
      return page(endedKind(link.order), 410)
  }
}

/** An order of a payment link ends when its time to pay is over; the link opens another. */
export const endedKind = ({ payment_link_id }: Pick<OrderRow, 'payment_link_id'>): PageKind =>
  payment_link_id === null ? 'ended' : 'link-ended'

const page = (kind: PageKind, status: number, retryAfterSeconds?: number): PageOfLink => ({
  kind,
  leadsTo: null,
  status,
  ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
})
