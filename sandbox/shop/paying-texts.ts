import type { ShopLanguage } from './language.ts'

interface PayingTexts {
  ways: {
    title: string
    message: string
    hosted: string
    hostedHint: string
    here: string
    hereHint: string
    cardPage: string
    cardPageHint: string
    saved: string
    payWith: string
    expires: string
    openTab: string
  }
  card: {
    title: string
    message: string
    keep: string
    keepHint: string
    pay: string
    paying: string
    noFields: string
    declined: string
    again: string
    unknown: string
    failed: string
    bankTitle: string
    bankHint: string
    close: string
    otherWay: string
  }
  cards: {
    title: string
    none: string
    noneHint: string
    list: string
    forget: string
    forgotten: string
    notForgotten: string
  }
  unknown: { title: string; message: string; toOrder: string }
}

export const payingTexts: Record<ShopLanguage, PayingTexts> = {
  es: {
    ways: {
      title: '¿Cómo quiere pagar?',
      message: 'Su pedido está guardado.',
      hosted: 'Pagar en la pasarela',
      hostedHint: 'En su página segura. Funciona también sin scripts.',
      here: 'Pagar con tarjeta aquí',
      hereHint: 'En esta misma tienda. Puede guardar la tarjeta para la próxima vez.',
      cardPage: 'Abrir la página de tarjeta de Puente',
      cardPageHint: 'Para tiendas que no muestran los campos de la tarjeta ellas mismas.',
      saved: 'Sus tarjetas guardadas',
      payWith: 'Pagar con',
      expires: 'vence',
      openTab:
        'Este pedido ya tiene una página de pago. Si está abierta en otra pestaña, ciérrela: quien paga en las dos, paga dos veces.',
    },
    card: {
      title: 'Pagar con tarjeta',
      message: 'Los datos van directo a la pasarela: la tienda no ve el número de su tarjeta.',
      keep: 'Guardar esta tarjeta para la próxima vez',
      keepHint: 'Márquelo antes de escribir la tarjeta. La guarda la pasarela, no la tienda.',
      pay: 'Pagar',
      paying: 'Estamos cobrando…',
      noFields:
        'Los campos de la tarjeta no se pueden mostrar en este navegador. Pague en la página de la pasarela.',
      declined: 'La tarjeta fue rechazada. No se hizo ningún cargo. Pruebe con otra.',
      again: 'Escriba la tarjeta una vez más, por favor.',
      unknown:
        'Todavía no sabemos si se hizo el cargo. Lo estamos averiguando: espere unos minutos antes de intentarlo otra vez.',
      failed: 'No pudimos hacer el cargo. Inténtelo de nuevo o pague de otra forma.',
      bankTitle: 'Su banco quiere confirmar que es usted',
      bankHint: 'En cuanto termine, seguimos aquí.',
      close: 'Cerrar y ver el pedido',
      otherWay: 'Pagar de otra forma',
    },
    cards: {
      title: 'Sus tarjetas guardadas',
      none: 'Todavía no ha guardado ninguna tarjeta',
      noneHint: 'Compre algo, pague con tarjeta aquí y marque “Guardar esta tarjeta”.',
      list: 'Las guarda la pasarela. La tienda solo conoce sus últimos cuatro dígitos.',
      forget: 'Olvidar',
      forgotten: 'La tarjeta quedó olvidada: ya no se puede cobrar.',
      notForgotten: 'No pudimos olvidarla ahora. Inténtelo de nuevo en un momento.',
    },
    unknown: {
      title: 'Todavía no sabemos si se cobró',
      message: 'Lo estamos averiguando. Su pedido cambiará solo; no pague otra vez mientras tanto.',
      toOrder: 'Ver el pedido',
    },
  },
  en: {
    ways: {
      title: 'How would you like to pay?',
      message: 'Your order is saved.',
      hosted: 'Pay at the gateway',
      hostedHint: 'On its secure page. Works without scripts as well.',
      here: 'Pay by card here',
      hereHint: 'In this very shop. You can save the card for next time.',
      cardPage: 'Open Puente’s card page',
      cardPageHint: 'For shops that do not show the card fields themselves.',
      saved: 'Your saved cards',
      payWith: 'Pay with',
      expires: 'expires',
      openTab:
        'This order has a payment page already. If it is open in another tab, close it: paying in both is paying twice.',
    },
    card: {
      title: 'Pay by card',
      message: 'The details go straight to the gateway: the shop never sees your card number.',
      keep: 'Save this card for next time',
      keepHint: 'Tick it before typing the card. The gateway keeps the card, the shop does not.',
      pay: 'Pay',
      paying: 'Charging your card…',
      noFields:
        'The card fields cannot be shown in this browser. Please pay on the gateway’s page.',
      declined: 'The card was declined. Nothing was charged. Please try another one.',
      again: 'Please type the card once more.',
      unknown:
        'We do not know yet whether the card was charged. We are finding out: please wait a few minutes before you try again.',
      failed: 'We could not charge the card. Try again, or pay in another way.',
      bankTitle: 'Your bank wants to make sure it is you',
      bankHint: 'Once you are done, we go on here.',
      close: 'Close and see the order',
      otherWay: 'Pay in another way',
    },
    cards: {
      title: 'Your saved cards',
      none: 'You have not saved a card yet',
      noneHint: 'Buy something, pay by card here, and tick “Save this card”.',
      list: 'The gateway keeps them. The shop knows their last four digits only.',
      forget: 'Forget',
      forgotten: 'The card is forgotten: it cannot be charged any more.',
      notForgotten: 'We could not forget it right now. Please try again in a moment.',
    },
    unknown: {
      title: 'We do not know yet whether you were charged',
      message:
        'We are finding out. Your order changes by itself; please do not pay again meanwhile.',
      toOrder: 'See the order',
    },
  },
}
