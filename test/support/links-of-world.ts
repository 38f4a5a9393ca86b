import type { OrderRow, PaymentLinkRow } from '../../src/db/db.ts'
import { createPaymentLink } from '../../src/payments/links/change-links.ts'
import type { LinkTerms } from '../../src/payments/links/link-fields.ts'
import { insist, kindOf, nonceIn, type Page, submit } from './link-customer.ts'
import { NO_TERMS } from './link-terms.ts'
import { TEST_STORE, type World } from './world.ts'

/** Result of a submitted form: a pay link or another page. */
interface Taken {
  payUrl?: string
  kind?: string | undefined
}

interface LinksOfWorld {
  /** Creates a link of L 320.50, unless the terms say otherwise. */
  linkOf(terms?: Partial<LinkTerms>): Promise<PaymentLinkRow>
  open(token: string, query?: string): Promise<Page>
  send(token: string, form: Readonly<Record<string, string>>): Promise<Page>
  /** Opens the link and submits its form. */
  take(token: string, answers?: Readonly<Record<string, string>>): Promise<Taken>
  /** Follows a pay link to the gateway's checkout. */
  checkoutOf(payUrl: string | undefined): Promise<string>
  /** Orders of all links, or of one; newest first. */
  orders(link?: PaymentLinkRow): Promise<OrderRow[]>
}

/** Customers and links of a running Puente. */
export const linksOf = (world: World): LinksOfWorld => {
  const visit = () => ({ addresses: [world.url], publicUrl: world.url })
  const open = (token: string, query = '') => insist(visit(), `/l/${token}${query}`)
  const send: LinksOfWorld['send'] = (token, form) => submit(visit(), token, form)
  return {
    open,
    send,
    linkOf: async (terms = {}) => {
      const created = await createPaymentLink(world.puente.ctx, {
        storeId: TEST_STORE,
        actor: { kind: 'command_line' },
        terms: { ...NO_TERMS, ...terms },
      })
      if (created.outcome !== 'created') throw new Error(created.reason.en)
      return created.link
    },
    take: async (token, answers = {}) => {
      const opened = await open(token)
      const form = nonceIn(opened)
      if (!form) return { kind: kindOf(opened) }
      const page = await send(token, { form, ...answers })
      return page.location ? { payUrl: page.location } : { kind: kindOf(page) }
    },
    checkoutOf: async (payUrl = '') =>
      (await insist(visit(), new URL(payUrl).pathname)).location ?? '',
    orders: async (link) => {
      let orders = world.puente.ctx.db.query.selectFrom('orders').selectAll()
      orders = link
        ? orders.where('payment_link_id', '=', link.id)
        : orders.where('payment_link_id', 'is not', null)
      return orders.orderBy('id', 'desc').execute()
    },
  }
}
