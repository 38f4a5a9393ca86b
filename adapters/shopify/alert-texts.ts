import type { PlatformAlertTexts } from '../adapter.ts'

export const alertTexts: PlatformAlertTexts = {
  es: {
    store_access_refused: {
      todo: 'Dé a Puente el acceso que falta, o conecte la tienda de nuevo (en Shopify: abra la aplicación en el panel). Puente hace entonces lo que quedó pendiente.',
    },
    order_not_in_store: {
      why: 'Fue borrado, o es más antiguo de lo que la tienda deja ver: Shopify muestra a una aplicación los pedidos de los últimos 60 días, si no tiene el permiso read_all_orders.',
    },
    customer_data_requested: {
      why: 'Shopify reenvió su solicitud. Usted tiene treinta días para responder.',
      todo: 'Descargue los datos (la dirección está en los detalles, y el botón en la página de Puente del panel de Shopify), entrégueselos al cliente y cierre la alerta.',
    },
    refund_not_in_store: {
      what: 'A Shopify le falta un reembolso.',
      why: 'El dinero se reembolsó fuera de Shopify, por ejemplo en el portal de la pasarela, y una aplicación de pagos no puede anotarlo en Shopify.',
      todo: 'Anote en el pedido que el cliente ya recibió el dinero; no lo reembolse también en Shopify. Después cierre la alerta.',
    },
    payment_method_unknown: {
      why: 'El método de las tarjetas cambió de nombre en Shopify, o es otro que cobran ustedes mismos; su nombre está en los detalles.',
    },
    api_version_ending: {
      why: 'Shopify mantiene cada versión doce meses; cuál es, hasta cuándo y quién la usa (Puente o los avisos de la aplicación) está en los detalles.',
      todo: 'Si es la de Puente («api»), actualice Puente; si es la de los avisos («webhooks»), publique otra vez el toml de la aplicación (shopify app deploy). La alerta se cierra sola.',
    },
  },
  en: {
    store_access_refused: {
      todo: 'Grant Puente the missing access, or reconnect the store (in Shopify, open the app in the admin). Puente then completes the waiting tasks automatically.',
    },
    order_not_in_store: {
      why: 'It was deleted, or is too old: Shopify shows an app only the orders of the last 60 days unless you grant it read_all_orders.',
    },
    customer_data_requested: {
      why: 'Shopify forwarded the request. You have thirty days to answer.',
      todo: "Download the data (with the button on Puente's page in the Shopify admin, or at the address in the details), send it to the customer, and close this alert.",
    },
    refund_not_in_store: {
      what: 'A refund is missing in Shopify.',
      why: "The money was refunded outside Shopify, for example in the gateway's portal, and a payments app cannot enter it in Shopify.",
      todo: 'Add a note to the order that the customer was refunded, and do not refund it again in Shopify. Then close this alert.',
    },
    payment_method_unknown: {
      why: 'The method for card payments was renamed in Shopify, or you collect this method yourself. Its name is in the details.',
    },
    api_version_ending: {
      why: "Shopify supports each version for twelve months. The details show the version, its end, and what uses it (Puente or the app's webhooks).",
      todo: "If Puente uses it (`api`), update Puente. If the webhooks use it, deploy the app's configuration again (shopify app deploy). The alert closes automatically.",
    },
  },
}
