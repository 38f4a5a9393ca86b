import type { Api } from '@shopify/ui-extensions/purchase.thank-you.block.render'
import { showLink } from './show-link.ts'

declare const shopify: Api

/** Shopify calls the default export. */
export default async (): Promise<void> => {
  const { orderConfirmation, settings, sessionToken, i18n } = shopify
  const { order, number } = orderConfirmation.value
  await showLink({
    order: { id: order.id, confirmation: number },
    puenteUrl: settings.value.puente_url,
    sessionToken: () => sessionToken.get(),
    translate: (key, values) => i18n.translate(key, values),
  })
}
