import { textsBeside } from '../../app/language.tsx'

const en = {
  connect: {
    title: 'Connect a store',
    first:
      'Welcome. Puente takes card payments for the orders of your shop. Connect the first one: it takes less than five minutes.',
    which: 'What is your shop made with?',
    others: 'Choose something else',
    ways: {
      headless: {
        title: 'A shop of my own',
        about: 'Your shop, an app or a developer calls the API of Puente. Connected on this page.',
      },
      woocommerce: {
        title: 'WooCommerce',
        about: "With Puente's plugin, by one button in WordPress.",
      },
      shopify: {
        title: 'Shopify',
        about: 'With a payment method that you name, and an app.',
      },
    },
    ownerOnly: 'Only an owner connects stores. Ask your Puente administrator.',
  },
  headless: {
    shop: 'Your shop',
    name: 'Name',
    nameHint: 'As your customers know it.',
    id: 'Short name',
    idHint:
      'Lower-case letters, digits and hyphens. It becomes part of addresses and cannot be changed.',
    idWrong: 'Use 2 to 40 lower-case letters, digits and hyphens.',
    organization: 'Organization',
    language: 'Language of your customers',
    gateway: 'The gateway',
    register: "Register this address in the gateway's portal, under webhooks:",
    secretKey: 'Secret key',
    secretKeyHint: "From the gateway's portal. It begins with sk_test_ or sk_live_.",
    checkingKey: 'Checking with the gateway…',
    known: {
      test: 'The gateway accepts this key. Test environment: no money moves.',
      live: 'The gateway accepts this key. It charges real cards.',
    },
    away: 'The gateway does not answer right now. You can connect anyway; the first payment shows whether the key works.',
    publishableKey: 'Publishable key (if you have one)',
    publishableKeyHint: 'Only for card fields on your own page or on Puente’s.',
    webhookSecret: 'Signing secret',
    webhookSecretHint: 'The portal shows it beside the address that you registered.',
    getsNotifications: 'Notifications to your shop',
    getsNotificationsHint: 'You can add these later.',
    notify: 'Notify address (if you have one)',
    notifyHint: 'Puente notifies this address when an order is paid or refunded.',
    orders: 'Orders address (if you have one)',
    ordersHint: 'Puente reads your orders here for the nightly comparison.',
    connect: 'Connect',
    notPublic:
      'This Puente has no public https address. The gateway of the sandbox reaches it; a real one does not.',
  },
  connected: {
    title: 'is connected',
    keep: 'Keep these two in the settings of your shop',
    apiKey: 'API key',
    notifySecret: 'Notify secret',
    notReached: 'The gateway did not answer, so the secret key is not checked yet.',
    secretsShownOnce:
      'The API key was shown once. If you do not have it, create another one in the store settings.',
    now: 'Check that it works',
    open: 'Open the store',
    another: 'Connect another store',
  },
  firstPayment: {
    title: 'Pay a first order',
    test: 'A test order: no money moves. Pay with the card 4111 1111 1111 1111, any date in the future and any code.',
    live: 'A real payment with your own card. Refund it afterwards; until the end of the day it is voided.',
    amount: 'Amount',
    currency: 'Currency',
    make: 'Create the order and open its pay link',
    description: 'First order, to try it out',
    again: 'Open the pay link',
    waits: 'Waiting for the payment. This page updates automatically.',
    paid: 'Paid.',
    viewOrder: 'View the order',
    refund: 'View the order and refund it',
    noAmount: 'Enter an amount.',
  },
  firstEvent: {
    title: 'The first event arrives',
    waits:
      "No event from the gateway so far. The first arrives with the first payment or with the portal's own test.",
    arrived: 'The first event arrived',
    wrongSecret:
      'An event arrived that is signed with a different secret. Paste the secret that the portal shows beside the webhook address:',
  },
  selfTest: {
    run: 'Test connection',
    cameThrough: (ms: number) => `The test event arrived and was processed in ${ms} ms.`,
    stopped: (stage: string) => `The test failed: ${stage}`,
    stages: {
      dns: 'the host name does not exist.',
      connection: 'the address does not answer.',
      tls: 'the certificate of the address is not valid.',
      answer: 'the answer did not come from Puente.',
      signature: 'the signature was refused.',
      inbox: 'the address leads to another system.',
      worker: 'no worker processes the events.',
    },
    warnings: {
      not_https: 'The gateway delivers to https addresses only.',
      not_public:
        'The address is of this machine or network; a gateway on the internet does not reach it.',
    },
  },
  woocommerce: {
    needs: 'You need WordPress with WooCommerce, Puente’s plugin, and the keys of the gateway.',
    steps: [
      'In WordPress, open WooCommerce → Settings → Payments → Puente.',
      'Type in this address of Puente, and press Connect:',
      'Puente asks for the keys of the gateway, tries them, and shows the webhook address for its portal.',
      'WooCommerce asks whether Puente may read and change orders: approve. The plugin tests both ways, and the store is here.',
    ],
    address: 'Address of Puente',
  },
  shopify: {
    needs:
      'You need a Shopify shop, an app of its own or of your organization, and the keys of the gateway.',
    steps: [
      'Read which way fits your shop, and what to click in Shopify:',
      'Open the app in the Shopify admin. Its page asks for the keys of the gateway, tries them, and shows the webhook address for its portal.',
      'Name a manual payment method in Shopify, such as “Card (Puente)”. Its orders are paid through Puente, and the store is here.',
    ],
    guide: 'Open the guide for Shopify',
    byTerminal:
      'An app of one shop has no page. Whoever runs Puente connects it at the terminal: npm run stores -- app --shop ….myshopify.com',
  },
  arrives: {
    waits: 'The store appears here as soon as it is connected.',
    here: 'It is connected:',
  },
}

const es: typeof en = {
  connect: {
    title: 'Conectar un comercio',
    first:
      'Bienvenido. Puente cobra con tarjeta los pedidos de su tienda. Conecte la primera: toma menos de cinco minutos.',
    which: '¿Con qué está hecha su tienda?',
    others: 'Elegir otra cosa',
    ways: {
      headless: {
        title: 'Una tienda propia',
        about:
          'Su tienda, una aplicación o un desarrollador llama a la API de Puente. Se conecta en esta página.',
      },
      woocommerce: {
        title: 'WooCommerce',
        about: 'Con el plugin de Puente, con un botón en WordPress.',
      },
      shopify: {
        title: 'Shopify',
        about: 'Con un método de pago al que usted da nombre, y una aplicación.',
      },
    },
    ownerOnly: 'Solo un propietario conecta comercios. Pregunte a quien administra Puente.',
  },
  headless: {
    shop: 'Su tienda',
    name: 'Nombre',
    nameHint: 'Como la conocen sus clientes.',
    id: 'Nombre corto',
    idHint: 'Minúsculas, dígitos y guiones. Es parte de direcciones y queda para siempre.',
    idWrong: 'Use de 2 a 40 minúsculas, dígitos y guiones.',
    organization: 'Organización',
    language: 'Idioma de sus clientes',
    gateway: 'La pasarela',
    register: 'Registre esta dirección en el portal de la pasarela, en webhooks:',
    secretKey: 'Clave secreta',
    secretKeyHint: 'Del portal de la pasarela. Empieza por sk_test_ o sk_live_.',
    checkingKey: 'Se pregunta a la pasarela…',
    known: {
      test: 'La pasarela conoce esta clave. Es para probar: no se mueve dinero.',
      live: 'La pasarela conoce esta clave. Cobra a tarjetas reales.',
    },
    away: 'La pasarela no responde en este momento. Puede conectar; la clave se prueba con el primer pago.',
    publishableKey: 'Clave publicable (si la tiene)',
    publishableKeyHint: 'Solo para tarjetas que se escriben en una página suya o de Puente.',
    webhookSecret: 'Secreto de firma',
    webhookSecretHint: 'El portal lo muestra junto a la dirección que registró.',
    getsNotifications: 'Dónde se entera su tienda de los pagos',
    getsNotificationsHint: 'Puede quedar para después.',
    notify: 'Dirección de avisos (si la tiene)',
    notifyHint: 'Puente avisa a esta dirección cuando un pedido se paga o se reembolsa.',
    orders: 'Dirección de pedidos (si la tiene)',
    ordersHint: 'Puente lee aquí sus pedidos para la comparación nocturna.',
    connect: 'Conectar',
    notPublic:
      'Este Puente no tiene una dirección https pública. La pasarela del sandbox lo alcanza; una real no.',
  },
  connected: {
    title: 'está conectado',
    keep: 'Guarde estos dos en los ajustes de su tienda',
    apiKey: 'Clave de la API',
    notifySecret: 'Secreto de avisos',
    notReached: 'La pasarela no respondió, así que la clave secreta todavía no se ha probado.',
    secretsShownOnce:
      'La clave de la API se mostró una vez. Si no la tiene, cree otra en los ajustes del comercio.',
    now: 'Ahora vea que funciona',
    open: 'Abrir el comercio',
    another: 'Conectar otro',
  },
  firstPayment: {
    title: 'Pagar un primer pedido',
    test: 'Un pedido de prueba: no se mueve dinero. Pague con la tarjeta 4111 1111 1111 1111, cualquier fecha futura y cualquier código.',
    live: 'Un pago real con su propia tarjeta. Reembólselo después; hasta el final del día se anula.',
    amount: 'Monto',
    currency: 'Moneda',
    make: 'Crear el pedido y abrir su enlace de pago',
    description: 'Primer pedido, para probar',
    again: 'Abrir el enlace de pago',
    waits: 'Espera el pago. Esta página lo ve por sí sola.',
    paid: 'Pagado.',
    viewOrder: 'Ver el pedido',
    refund: 'Ver el pedido y reembolsarlo',
    noAmount: 'Escriba un monto.',
  },
  firstEvent: {
    title: 'Llega el primer evento',
    waits:
      'Todavía no ha llegado ningún evento de la pasarela. Llega con el primer pago, o con la prueba del propio portal.',
    arrived: 'Llegó el primer evento',
    wrongSecret:
      'Llegó un evento firmado con otro secreto que el que usted pegó. Pegue el que muestra el portal junto a la dirección del webhook:',
  },
  selfTest: {
    run: 'Probar la conexión',
    cameThrough: (ms) =>
      `La prueba llegó hasta el final, en ${ms} ms: la dirección, la firma y el trabajo están en orden aquí.`,
    stopped: (stage) => `La prueba no llegó: ${stage}`,
    stages: {
      dns: 'el nombre de la dirección no se conoce.',
      connection: 'nadie responde en la dirección.',
      tls: 'el certificado de la dirección no está en orden.',
      answer: 'la respuesta no fue la de Puente.',
      signature: 'la firma se rechazó.',
      inbox: 'la dirección lleva a otro lugar.',
      worker: 'nadie trabaja en lo que llega.',
    },
    warnings: {
      not_https: 'La pasarela entrega solo a direcciones https.',
      not_public: 'La dirección es de este equipo o red; una pasarela en internet no la alcanza.',
    },
  },
  woocommerce: {
    needs: 'Necesita WordPress con WooCommerce, el plugin de Puente y las claves de la pasarela.',
    steps: [
      'En WordPress, abra WooCommerce → Ajustes → Pagos → Puente.',
      'Escriba esta dirección de Puente y pulse Conectar:',
      'Puente pide las claves de la pasarela, las prueba y muestra la dirección del webhook para su portal.',
      'WooCommerce pregunta si Puente puede leer y cambiar pedidos: apruébelo. El plugin prueba los dos sentidos, y el comercio está aquí.',
    ],
    address: 'Dirección de Puente',
  },
  shopify: {
    needs:
      'Necesita una tienda de Shopify, una aplicación propia o de su organización, y las claves de la pasarela.',
    steps: [
      'Vea qué camino es el suyo y qué hay que pulsar en Shopify:',
      'Abra la aplicación en el administrador de Shopify. Su página pide las claves de la pasarela, las prueba y muestra la dirección del webhook para su portal.',
      'Dé nombre a un método de pago manual en Shopify, como «Tarjeta (Puente)». Sus pedidos se pagan con Puente, y el comercio está aquí.',
    ],
    guide: 'Abrir la guía de Shopify',
    byTerminal:
      'Una aplicación de una sola tienda no tiene página. Quien administra Puente la conecta en la terminal: npm run stores -- app --shop ….myshopify.com',
  },
  arrives: {
    waits: 'En cuanto el comercio esté conectado, aparece aquí por sí solo.',
    here: 'Está conectado:',
  },
}

export const useConnectTexts = textsBeside({ en, es })
