import type { Api } from '@shopify/ui-extensions/customer-account.order-status.block.render'
import { showLink } from './show-link.ts'

declare const shopify: Api

/** Shopify calls the default export. */
export default async (): Promise<void> => {
  const { order, settings, sessionToken, i18n } = shopify
  const placed = order.value
  if (!placed || placed.cancelledAt) return
  await showLink({
    order: { id: placed.id, confirmation: placed.confirmationNumber },
    puenteUrl: settings.value.puente_url,
    sessionToken: () => sessionToken.get(),
    translate: (key, values) => i18n.translate(key, values),
  })
}
