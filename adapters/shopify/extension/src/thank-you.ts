import type { Api } from '@shopify/ui-extensions/purchase.thank-you.block.render'
import { showLink } from './show-link.ts'

declare const shopify: Api

/** Shopify calls the default export. */
export default async (): Promise<void> => {
  const { order, number } = shopify.orderConfirmation.value
  await showLink(shopify, { id: order.id, confirmation: number })
}
