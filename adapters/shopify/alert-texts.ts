import type { PlatformAlertTexts } from '../adapter.ts'

/** Alerts whose cause or cure is Shopify's, in its words. */
export const alertTexts: PlatformAlertTexts = {
  es: {
    store_access_refused: {
      todo: 'Dé a Puente el acceso que falta, o conecte la tienda de nuevo (en Shopify: abra la aplicación en el panel). Lo que quedó pendiente se hace entonces por sí solo.',
    },
    order_not_in_store: {
      why: 'Fue borrado, o es más antiguo de lo que la tienda deja ver: Shopify muestra a una aplicación los pedidos de los últimos 60 días, si no tiene el permiso read_all_orders.',
    },
    customer_data_requested: {
      why: 'Shopify transmitió su solicitud; la tienda tiene treinta días para responder.',
      todo: 'Descargue los datos (la dirección está en los detalles, y el botón en la página de Puente del panel de Shopify), entrégueselos al cliente y cierre la alerta.',
    },
    refund_not_in_store: {
      what: 'Shopify no sabe de un reembolso.',
      why: 'El dinero se reembolsó sin que Shopify lo pidiera, por ejemplo en el portal de la pasarela, y una aplicación de pagos no puede anotarlo allí.',
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
      todo: 'Give Puente the access that is missing, or connect the store anew (in Shopify: open the app in the admin). What is left to do is then done by itself.',
    },
    order_not_in_store: {
      why: 'It was deleted, or is older than what the store lets us see: Shopify shows an app the orders of the last 60 days, unless it is granted read_all_orders.',
    },
    customer_data_requested: {
      why: 'Shopify passed the request on; the shop has thirty days to answer.',
      todo: "Download the data (its address is in the details, its button on Puente's page in the Shopify admin), hand it to the customer, and close this alert.",
    },
    refund_not_in_store: {
      what: 'Shopify does not know of a refund.',
      why: "The money was refunded without Shopify's asking, for example in the gateway's portal, and a payments app cannot enter it there.",
      todo: 'Note at the order that the customer has the money; do not refund it in Shopify as well. Then close this alert.',
    },
    payment_method_unknown: {
      why: 'The method for cards was renamed in Shopify, or it is another one whose money you take yourselves; its name is in the details.',
    },
    api_version_ending: {
      why: 'Shopify keeps each version for twelve months; which one it is, until when, and who uses it (Puente or the webhooks of the app) is in the details.',
      todo: 'If it is that of Puente (`api`), update Puente; if it is that of the webhooks, deploy the toml of the app anew (shopify app deploy). The alert closes by itself.',
    },
  },
}
