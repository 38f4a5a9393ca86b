import type { ShopLanguage } from './language.ts'
import type { OrderState } from './orders.ts'

interface Texts {
  tagline: string
  intro: string
  products: string
  buy: string
  otherLanguage: string
  backToShop: string
  skip: string
  demoNote: string
  order: string
  amount: string
  tryIt: string
  tryItHint: string
  approvedCard: string
  declinedCard: string
  challengedCard: string
  declinedLaterCard: string
  cardsLink: string
  ownerLink: string
  anyExpiry: string
  docsLink: string
  notYet: { title: string; message: string }
  pay: string
  payLink: string
  payAgain: string
  otherWay: string
  newLink: string
  unavailable: { title: string; message: string; retry: string }
  refused: { title: string; message: string }
  noSuchOrder: { title: string; message: string }
  states: Record<OrderState, { title: string; message: string }>
}

export const SHOP_NAME = 'Pulpería La Ceiba'

export const texts: Record<ShopLanguage, Texts> = {
  es: {
    tagline: 'Tienda de demostración',
    intro: 'Cosas buenas de Honduras.',
    products: 'Productos',
    buy: 'Comprar',
    otherLanguage: 'English',
    backToShop: 'Seguir comprando',
    skip: 'Ir al contenido',
    demoNote:
      'Esta tienda es de demostración: no se envía nada y no se cobra ninguna tarjeta real.',
    order: 'Pedido',
    amount: 'Total',
    tryIt: 'Haga una compra de prueba',
    tryItHint: 'Compre algo y pague con una de estas tarjetas de prueba.',
    approvedCard: 'Aprobada',
    declinedCard: 'Rechazada',
    challengedCard: 'El banco pregunta (3-D Secure)',
    declinedLaterCard: 'Aprobada ahora, rechazada al cobrarla guardada',
    cardsLink: 'Mis tarjetas',
    ownerLink: 'Para quien vende: el panel de Puente',
    anyExpiry: 'Con cualquier vencimiento futuro y cualquier código de seguridad.',
    docsLink: 'La API de Puente',
    notYet: {
      title: 'Todavía no ha pagado',
      message: 'Su pedido está guardado. Puede pagarlo cuando quiera.',
    },
    pay: 'Pagar ahora',
    payLink: '¿Aún no ha pagado? Ir al pago',
    payAgain: 'Pagar con otra tarjeta',
    otherWay: 'Pagar de otra forma',
    newLink: 'Pagar con un enlace nuevo',
    unavailable: {
      title: 'El pago no está disponible ahora',
      message:
        'Su pedido está guardado y no se hizo ningún cargo. Inténtelo de nuevo en un momento.',
      retry: 'Intentar de nuevo',
    },
    refused: {
      title: 'No pudimos preparar el pago',
      message: 'Su pedido está guardado y no se hizo ningún cargo. La pasarela de pago respondió:',
    },
    noSuchOrder: {
      title: 'No encontramos este pedido',
      message: 'La tienda de demostración olvida sus pedidos cada vez que se reinicia.',
    },
    states: {
      waiting: {
        title: 'Esperando su pago',
        message: 'En cuanto se confirme, esta página cambiará sola.',
      },
      declined: {
        title: 'La tarjeta fue rechazada',
        message: 'No se hizo ningún cargo. Puede intentarlo con otra tarjeta.',
      },
      expired: {
        title: 'El plazo para pagar venció',
        message: 'No se hizo ningún cargo. Si aún lo quiere, le damos un enlace nuevo.',
      },
      paid: { title: '¡Gracias! Su pedido está pagado', message: 'Ya lo estamos preparando.' },
      'paid-twice': {
        title: 'Recibimos su pago dos veces',
        message: 'Su pedido está pagado, y le reembolsaremos el cobro de más.',
      },
      checking: {
        title: 'Estamos revisando su pago',
        message: 'Nos comunicaremos con usted. No pague otra vez.',
      },
      'part-returned': {
        title: 'Le reembolsamos una parte del pago',
        message: 'El banco puede tardar unos días en mostrarla en su cuenta.',
      },
      returned: {
        title: 'Le reembolsamos el pago',
        message: 'El banco puede tardar unos días en mostrarlo en su cuenta.',
      },
    },
  },
  en: {
    tagline: 'Demo shop',
    intro: 'Good things from Honduras.',
    products: 'Products',
    buy: 'Buy',
    otherLanguage: 'Español',
    backToShop: 'Keep shopping',
    skip: 'Skip to the content',
    demoNote: 'This is a demo shop: nothing is shipped and no real card is charged.',
    order: 'Order',
    amount: 'Total',
    tryIt: 'Try paying',
    tryItHint: 'Buy something and pay with one of these test cards.',
    approvedCard: 'Approved',
    declinedCard: 'Declined',
    challengedCard: 'The bank asks (3-D Secure)',
    declinedLaterCard: 'Approved now, declined when charged as saved',
    cardsLink: 'My cards',
    ownerLink: 'For the owner: Puente’s dashboard',
    anyExpiry: 'With any future expiry date and any security code.',
    docsLink: 'Puente’s API',
    notYet: {
      title: 'You have not paid yet',
      message: 'Your order is saved. You can pay for it whenever you like.',
    },
    pay: 'Pay now',
    payLink: 'Not paid yet? Go to the payment',
    payAgain: 'Pay with another card',
    otherWay: 'Pay in another way',
    newLink: 'Pay with a new link',
    unavailable: {
      title: 'Payment is not available right now',
      message: 'Your order is saved and nothing was charged. Please try again in a moment.',
      retry: 'Try again',
    },
    refused: {
      title: 'We could not prepare the payment',
      message: 'Your order is saved and nothing was charged. The payment service answered:',
    },
    noSuchOrder: {
      title: 'We cannot find this order',
      message: 'The demo shop forgets its orders whenever it is restarted.',
    },
    states: {
      waiting: {
        title: 'Waiting for your payment',
        message: 'As soon as it is confirmed, this page changes by itself.',
      },
      declined: {
        title: 'The card was declined',
        message: 'Nothing was charged. You can try another card.',
      },
      expired: {
        title: 'The time to pay is over',
        message: 'Nothing was charged. If you still want it, here is a new link.',
      },
      paid: { title: 'Thank you! Your order is paid', message: 'We are already packing it.' },
      'paid-twice': {
        title: 'We received your payment twice',
        message: 'Your order is paid, and we will give the extra charge back.',
      },
      checking: {
        title: 'We are checking your payment',
        message: 'We will contact you. Please do not pay again.',
      },
      'part-returned': {
        title: 'We gave part of the payment back',
        message: 'Your bank may take a few days to show it.',
      },
      returned: {
        title: 'We gave the payment back',
        message: 'Your bank may take a few days to show it.',
      },
    },
  },
}
