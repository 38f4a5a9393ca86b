import type { Api } from '@shopify/ui-extensions/customer-account.order-status.block.render'
import { showLink } from './show-link.ts'

declare const shopify: Api

/** Shopify calls the default export. */
export default async (): Promise<void> => {
  const placed = shopify.order.value
  if (!placed || placed.cancelledAt) return
  await showLink(shopify, { id: placed.id, confirmation: placed.confirmationNumber })
}
