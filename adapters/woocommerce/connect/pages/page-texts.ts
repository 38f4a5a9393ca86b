import type { Language } from '../../../adapter.ts'
import type { ConnectProblem } from '../problems.ts'

interface PageText {
  title: string
  message: string
}

export interface ConnectPageTexts {
  problems: Record<ConnectProblem, PageText>
  /** The connection is unknown or expired. */
  unknown: PageText
  tooManyCodes: PageText
  waiting: PageText & { late: string }
  connected: PageText
  environments: Record<'test' | 'live', string>
  webhookAddress: string
  webhookHint: string
  tryAgain: string
  enterAgain: string
  backToShop: string
  finishInShop: string
  siteSaid: string
  ourClock(now: string): string
}

export const connectPageTexts: Record<Language, ConnectPageTexts> = {
  es: {
    problems: {
      private_address: {
        title: 'La dirección del sitio no es pública',
        message:
          'Puente solo llama a sitios que están en internet. Si su sitio está en su propia red, quien administra este Puente puede permitirlo (WOOCOMMERCE_ALLOW_PRIVATE_SITES).',
      },
      plain_permalinks: {
        title: 'Los enlaces permanentes son «simples»',
        message:
          'Así WooCommerce no acepta claves de nadie. En WordPress, en Ajustes → Enlaces permanentes, elija cualquier otra estructura, guarde, y empiece de nuevo en los ajustes del plugin.',
      },
      redirected: {
        title: 'El sitio lleva a otra dirección',
        message:
          'Puente no sigue redirecciones con claves. En WordPress, en Ajustes → Generales, ponga la dirección definitiva del sitio (https, con o sin www) y empiece de nuevo en los ajustes del plugin.',
      },
      basic_auth: {
        title: 'El sitio pide usuario y contraseña',
        message:
          'El servidor web protege el sitio con autenticación básica, como suelen estar los sitios de prueba, y WooCommerce usa ese mismo encabezado para sus claves. Deje pasar /wp-json/ sin contraseña, e inténtelo de nuevo.',
      },
      no_plugin: {
        title: 'El sitio no tiene el plugin activo',
        message:
          'Revise en WordPress que WooCommerce y el plugin de Puente estén activos, e inténtelo de nuevo.',
      },
      no_json: {
        title: 'El sitio respondió con una página',
        message:
          'Puente preguntó por la API REST y recibió otra cosa: modo de mantenimiento, una caché o un cortafuegos delante, o enlaces permanentes que el servidor no conoce. Deje pasar /wp-json/ e inténtelo de nuevo.',
      },
      clock_differs: {
        title: 'Los relojes no coinciden',
        message:
          'La hora del servidor del sitio y la de Puente difieren en más de cinco minutos. Pida a su proveedor de alojamiento que la corrija, e inténtelo de nuevo.',
      },
      not_begun_there: {
        title: 'El sitio no reconoce esta conexión',
        message:
          'Quizá se empezó otra después, o hace mucho. Vuelva a los ajustes del plugin y pulse «Conectar» de nuevo.',
      },
      blocked: {
        title: 'El sitio no deja pasar a Puente',
        message:
          'Algo en el sitio bloquea la API REST: un plugin de seguridad, una contraseña o un cortafuegos. Permita las direcciones /wp-json/puente/ y /wp-json/wc/, e inténtelo de nuevo.',
      },
      unreachable: {
        title: 'El sitio no responde',
        message:
          'Puente no pudo hablar con el sitio. Revise que abra desde internet, e inténtelo de nuevo en un momento.',
      },
      keys_refused: {
        title: 'WooCommerce no acepta estas claves',
        message:
          'Quizá se borraron o no se copiaron completas, o el usuario que las creó no puede administrar la tienda. Apruebe de nuevo con un administrador, o escríbalas otra vez.',
      },
      keys_read_only: {
        title: 'Las claves no permiten escribir',
        message:
          'Puente tiene que marcar los pedidos como pagados: las claves REST necesitan permiso de lectura y escritura.',
      },
      id_taken: {
        title: 'Otra tienda tomó este nombre',
        message: 'Vuelva a los ajustes del plugin y pulse «Conectar» de nuevo.',
      },
      other_environment: {
        title: 'La tienda tiene pedidos en otro entorno',
        message: 'Vuelva a los ajustes del plugin y pulse «Conectar» de nuevo.',
      },
      publishable_key_missing: {
        title: 'Falta la clave pública',
        message:
          'Esta tienda usa la página de tarjeta de Puente, y esa necesita la clave pública del mismo entorno.',
      },
      refused: {
        title: 'La tienda no se pudo conectar',
        message:
          'Los ajustes que la tienda ya tenía no lo permiten; avise a quien administra este Puente.',
      },
      access_denied: {
        title: 'No se dio permiso',
        message:
          'Sin permiso para leer y cambiar pedidos, Puente no puede marcarlos como pagados. No se cambió nada.',
      },
    },
    unknown: {
      title: 'Esta conexión ya no existe',
      message:
        'Vale una hora desde que se empieza. Vuelva a los ajustes del plugin en WooCommerce y pulse «Conectar» de nuevo.',
    },
    tooManyCodes: {
      title: 'Demasiados códigos equivocados',
      message:
        'Esta conexión se cerró. Pida el código a quien administra este Puente y empiece de nuevo en los ajustes del plugin.',
    },
    waiting: {
      title: 'Estamos conectando su tienda',
      message: 'Esto suele tardar unos segundos. La página se actualiza sola.',
      late: 'Si tarda más de un minuto, vuelva a aprobarlo en WooCommerce.',
    },
    connected: {
      title: 'Su tienda está conectada',
      message:
        'Falta un paso: vuelva a WooCommerce, donde el plugin prueba la conexión y la pone en uso.',
    },
    environments: { test: 'Pruebas: no se mueve dinero', live: 'Producción: cobros reales' },
    webhookAddress: 'Dirección para los avisos de la pasarela',
    webhookHint: 'Debe estar registrada en el portal de la pasarela, en el mismo entorno.',
    tryAgain: 'Intentar otra vez',
    enterAgain: 'Escribir las claves otra vez',
    backToShop: 'Volver a WooCommerce',
    finishInShop: 'Terminar en WooCommerce',
    siteSaid: 'Detalle técnico',
    ourClock: (now) => `Hora de Puente: ${now}`,
  },
  en: {
    problems: {
      private_address: {
        title: 'The address of the site is not public',
        message:
          'Puente calls sites in the internet only. If your site is in a network of your own, whoever runs this Puente can allow it (WOOCOMMERCE_ALLOW_PRIVATE_SITES).',
      },
      plain_permalinks: {
        title: 'The permalinks are "plain"',
        message:
          "Like that, WooCommerce takes keys from nobody. In WordPress, under Settings → Permalinks, choose any other structure, save, and begin again in the plugin's settings.",
      },
      redirected: {
        title: 'The site leads to another address',
        message:
          "Puente does not follow redirects with keys. In WordPress, under Settings → General, put the site's final address (https, with or without www), and begin again in the plugin's settings.",
      },
      basic_auth: {
        title: 'The site asks for a password',
        message:
          'The web server protects the site with Basic authentication, as staging sites often are, and WooCommerce uses that header for its keys. Let /wp-json/ through without a password, and try again.',
      },
      no_plugin: {
        title: 'The plugin of the site is not active',
        message:
          "See in WordPress that WooCommerce and Puente's plugin are both active, and try again.",
      },
      no_json: {
        title: 'The site answered with a page',
        message:
          'Puente asked for the REST API and got something else: maintenance, a cache or a firewall in front, or permalinks that the server does not know. Let /wp-json/ through and try again.',
      },
      clock_differs: {
        title: 'The clocks differ',
        message:
          "The times of the site's server and of Puente are more than five minutes apart. Have your hosting provider set it right, and try again.",
      },
      not_begun_there: {
        title: 'The site does not know this connection',
        message:
          'Perhaps another one was begun later, or this one long ago. Go back to the settings of the plugin and press "Connect" again.',
      },
      blocked: {
        title: 'The site does not let Puente through',
        message:
          'Something in the site blocks the REST API: a security plugin, a password or a firewall. Allow the addresses /wp-json/puente/ and /wp-json/wc/, and try again.',
      },
      unreachable: {
        title: 'The site does not answer',
        message:
          'Puente could not talk to the site. See that it opens from the internet, and try again in a moment.',
      },
      keys_refused: {
        title: 'WooCommerce does not take these keys',
        message:
          'Perhaps they were deleted or not copied whole, or the user who made them may not manage the shop. Approve again as an administrator, or type them in again.',
      },
      keys_read_only: {
        title: 'The keys may not write',
        message:
          'Puente has to mark orders as paid: the REST keys need permission to read and write.',
      },
      id_taken: {
        title: 'Another shop has taken this name',
        message: 'Go back to the settings of the plugin and press "Connect" again.',
      },
      other_environment: {
        title: 'The shop has orders in another environment',
        message: 'Go back to the settings of the plugin and press "Connect" again.',
      },
      publishable_key_missing: {
        title: 'The publishable key is missing',
        message:
          "This shop uses Puente's card page, which needs the publishable key of the same environment.",
      },
      refused: {
        title: 'The shop could not be connected',
        message: 'What the shop had set before does not allow it; tell whoever runs this Puente.',
      },
      access_denied: {
        title: 'Permission was not given',
        message:
          'Without permission to read and change orders, Puente cannot mark them as paid. Nothing was changed.',
      },
    },
    unknown: {
      title: 'This connection does not exist any more',
      message:
        'It is good for an hour from its beginning. Go back to the settings of the plugin in WooCommerce and press "Connect" again.',
    },
    tooManyCodes: {
      title: 'Too many wrong codes',
      message:
        'This connection was closed. Ask whoever runs this Puente for the code, and begin again in the settings of the plugin.',
    },
    waiting: {
      title: 'We are connecting your shop',
      message: 'This usually takes a few seconds. The page updates by itself.',
      late: 'If it takes longer than a minute, approve again in WooCommerce.',
    },
    connected: {
      title: 'Your shop is connected',
      message:
        'One step is left: go back to WooCommerce, where the plugin tests the connection and puts it to use.',
    },
    environments: { test: 'Test: no money moves', live: 'Live: real charges' },
    webhookAddress: "Address for the gateway's notices",
    webhookHint: "It has to be registered in the gateway's portal, in the same environment.",
    tryAgain: 'Try again',
    enterAgain: 'Enter the keys again',
    backToShop: 'Back to WooCommerce',
    finishInShop: 'Finish in WooCommerce',
    siteSaid: 'Technical detail',
    ourClock: (now) => `Puente's time: ${now}`,
  },
}
