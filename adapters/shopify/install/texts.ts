import type { Language } from '../../adapter.ts'

export type InstallProblem = 'bad_shop' | 'not_checked' | 'shop_away' | 'shop_refused'

interface PageText {
  title: string
  message: string
}

export interface InstallTexts {
  problems: Record<InstallProblem, PageText>
  tryAgain: string
  /** Page in the Shopify admin. */
  opening: PageText
  openInAdmin: string
  /** Page in its own window. */
  openingAlone: PageText
  openAgain: string
  visitOver: PageText
  activate: string
  notInstalled: PageText
  install: string
  /** Precedes the missing scopes. */
  missingAccess: PageText
  tokenRefused: string
  tooManyCodes: PageText
  missingKeys: string
  connected: PageText
  isConnected: string
  acceptsNewOrders: string
  /** For a store in test. */
  testsNewOrders: string
  webhookAddress: string
  webhookHint: string
  method: string
  methodHint: string
  otherKeys: string
  dataRequests: string
  dataRequestsHint: string
  dataRequestOf(date: string): string
}

export const installTexts: Record<Language, InstallTexts> = {
  es: {
    problems: {
      bad_shop: {
        title: 'Falta la tienda',
        message:
          'La dirección no dice de qué tienda de Shopify se trata (algo.myshopify.com). Abra la aplicación desde el panel de su tienda.',
      },
      not_checked: {
        title: 'La instalación no se pudo comprobar',
        message:
          'El enlace ya se usó, venció, o se abrió en otro navegador. Empiece de nuevo; su navegador debe permitir cookies.',
      },
      shop_away: {
        title: 'Shopify no respondió',
        message: 'No se pudo terminar la instalación. Empiece de nuevo en un momento.',
      },
      shop_refused: {
        title: 'Shopify no dio acceso',
        message:
          'Shopify no aceptó la instalación. Empiece de nuevo; si vuelve a pasar, avise a quien administra este Puente.',
      },
    },
    tryAgain: 'Empezar de nuevo',
    opening: {
      title: 'Puente',
      message:
        'Esta página se abre dentro del panel de Shopify. Si no aparece nada más, ábrala desde allí.',
    },
    openInAdmin: 'Abrir en el panel de Shopify',
    openingAlone: {
      title: 'Puente',
      message: 'Un momento. Si no aparece nada más, abra la aplicación de nuevo.',
    },
    openAgain: 'Abrir la aplicación de nuevo',
    visitOver: {
      title: 'Esta página ya no está abierta',
      message:
        'Por seguridad, sirve media hora, en un solo navegador y hasta que se recarga. Lo que ya se guardó sigue guardado.',
    },
    activate: 'Activar en Shopify',
    notInstalled: {
      title: 'Falta el permiso de Shopify',
      message:
        'Shopify no le da acceso a Puente en esta tienda. Apruebe el acceso y vuelva a esta página.',
    },
    install: 'Aprobar el acceso',
    missingAccess: {
      title: 'A Puente le faltan permisos',
      message:
        'Sin ellos, lo que se pague no llegará a Shopify. Apruebe el acceso de nuevo. Falta:',
    },
    tokenRefused: 'La sesión de Shopify no es válida. Recargue la página.',
    tooManyCodes: {
      title: 'Demasiados códigos equivocados',
      message:
        'Por seguridad hay que esperar una hora. Pida el código de conexión a quien administra este Puente.',
    },
    missingKeys: 'Faltan las claves de su cuenta en la pasarela de pago.',
    connected: {
      title: 'La tienda está conectada',
      message: 'La pasarela aceptó las claves.',
    },
    isConnected: 'Tienda conectada',
    acceptsNewOrders: 'Los pedidos nuevos se cobran en este entorno.',
    testsNewOrders:
      'Los pedidos nuevos van a este entorno de prueba: no se cobra dinero de verdad. Para cobrar, conecte las claves de producción.',
    webhookAddress: 'Dirección de avisos',
    webhookHint:
      'Debe estar registrada en el portal de la pasarela, en el mismo entorno que la clave.',
    method: 'Método de pago',
    methodHint:
      'En Shopify, en Configuración → Pagos → Métodos de pago manuales, cree uno con uno de estos nombres, tal como está escrito:',
    otherKeys: 'Cambiar las claves, o conectar el otro entorno',
    dataRequests: 'Solicitudes de datos de clientes',
    dataRequestsHint:
      'Un cliente pidió saber qué se guarda de él. Descargue el archivo y entrégueselo.',
    dataRequestOf: (date) => `Solicitud del ${date}`,
  },
  en: {
    problems: {
      bad_shop: {
        title: 'The shop is missing',
        message:
          'The address does not say which Shopify shop it is about (something.myshopify.com). Open the app from the admin of your shop.',
      },
      not_checked: {
        title: 'The installation could not be checked',
        message:
          'The link was used before, is too old, or was opened in another browser. Begin again; your browser has to allow cookies.',
      },
      shop_away: {
        title: 'Shopify did not answer',
        message: 'The installation could not be finished. Begin again in a moment.',
      },
      shop_refused: {
        title: 'Shopify gave no access',
        message:
          'Shopify did not accept the installation. Begin again; if it happens again, tell whoever runs this Puente.',
      },
    },
    tryAgain: 'Begin again',
    opening: {
      title: 'Puente',
      message:
        'This page opens within the Shopify admin. If nothing else appears, open it from there.',
    },
    openInAdmin: 'Open in the Shopify admin',
    openingAlone: {
      title: 'Puente',
      message: 'One moment. If nothing else appears, open the app again.',
    },
    openAgain: 'Open the app again',
    visitOver: {
      title: 'This page is not open any more',
      message:
        'For security it is good for half an hour, in one browser, and until it is reloaded. What was saved stays saved.',
    },
    activate: 'Activate in Shopify',
    notInstalled: {
      title: 'Shopify’s permission is missing',
      message:
        'Shopify gives Puente no access to this shop. Approve the access and come back to this page.',
    },
    install: 'Approve the access',
    missingAccess: {
      title: 'Puente lacks permissions',
      message:
        'Without them, what is paid does not get to Shopify. Approve the access again. Missing:',
    },
    tokenRefused: 'The session of Shopify is not valid. Reload the page.',
    tooManyCodes: {
      title: 'Too many wrong codes',
      message:
        'For security, an hour has to pass. Ask whoever runs this Puente for the connect code.',
    },
    missingKeys: 'What is missing are the keys of your account at the payment gateway.',
    connected: {
      title: 'The shop is connected',
      message: 'The gateway has accepted the keys.',
    },
    isConnected: 'Connected shop',
    acceptsNewOrders: 'New orders are charged in this environment.',
    testsNewOrders:
      'New orders are for this test environment: no real money is charged. To be paid, connect the live keys.',
    webhookAddress: 'Address for notices',
    webhookHint:
      "It has to be registered in the gateway's portal, in the same environment as the key.",
    method: 'Payment method',
    methodHint:
      'In Shopify, in Settings → Payments → Manual payment methods, make one with one of these names, as it is written:',
    otherKeys: 'Change the keys, or connect the other environment',
    dataRequests: 'Requests for customers’ data',
    dataRequestsHint:
      'A customer asked what is kept about them. Download the file and hand it to them.',
    dataRequestOf: (date) => `Request of ${date}`,
  },
}
