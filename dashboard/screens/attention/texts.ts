import { textsBeside } from '../../app/language.tsx'

const en = {
  attention: {
    title: 'Needs attention',
    count: (groups: number, alerts: number) =>
      `${groups === 1 ? '1 item needs attention.' : `${groups} items need attention.`}${alerts > groups ? ` ${alerts} open alerts.` : ''}`,
    allStores: 'All stores',
    show: (alerts: number, orders: number) =>
      orders > 1 ? `Show the ${orders} orders` : `Show all ${alerts}`,
    hide: 'Hide',
    order: 'Order',
    allIsWell: 'Nothing needs attention',
    storesAnswer: (all: number) =>
      all === 1
        ? 'The store and its gateway are reachable.'
        : `${all === 2 ? 'Both' : `All ${all}`} stores and their gateways are reachable.`,
    needAttention: (failing: number, all: number) =>
      all === 1
        ? 'The store needs attention.'
        : `${failing} of ${all} stores ${failing === 1 ? 'needs' : 'need'} attention.`,
    seeHealth: 'Open health',
    concerns: {
      gateway_unreachable: 'The gateway does not answer.',
      storefront_unreachable: 'The storefront does not answer.',
      webhooks_failing: 'Webhooks do not arrive.',
      queue_late: 'Tasks are running late.',
      tasks_given_up: 'Tasks were given up.',
      reconciliation_failed: 'The last reconciliation failed.',
      open_alerts: 'An alert is open.',
    },
    moreStores: 'There are more.',
    lastEvent: 'Last event of the gateway:',
    lastReconciliation: 'Last reconciliation:',
    never: 'none so far',
    cures: {
      tryNow: 'Try now',
      tried: 'Puente tries it now.',
      replay: 'Retry them',
      replayed: 'Retrying now.',
      storeSettings: 'Open the store settings',
      refund: 'Refund…',
      viewOrder: (number: string) => `View order ${number}`,
      notifyStore: (orders: number) =>
        orders === 1
          ? 'Notify the store again…'
          : `Notify the store of all ${orders} orders again…`,
      notifyTitle: 'Notify the store again?',
      notifyCount: (orders: number, money: string) =>
        `${orders === 1 ? '1 order' : `${orders} orders`}, ${money}`,
      notifyText:
        'Puente sends the store the current status of each order at the gateway. No payment or refund is made. Orders that then agree leave the list with the next reconciliation.',
      notifyUnpaid: (orders: number) =>
        orders === 1
          ? 'For 1 order nothing was paid: correct it in the store.'
          : `For ${orders} orders nothing was paid: correct them in the store.`,
      notifyMore: 'Some are left after these: ask again.',
      notifyConfirm: 'Notify the store',
      notified: (orders: number) =>
        orders === 1
          ? 'The store is notified of 1 order.'
          : `The store is notified of ${orders} orders.`,
      close: 'Close',
      done: 'Mark as done',
      closed: 'Marked as done.',
    },
    notes: {
      assigned: 'Assigned to',
      unassigned: 'Nobody',
      me: (name: string) => `${name} (me)`,
      membersNotLoaded: 'The people of the store could not be loaded.',
      note: 'Note',
      assign: 'Assign or note',
      change: 'Change',
      save: 'Save',
      saved: 'Saved.',
      cancel: 'Cancel',
    },
  },
}

const es: typeof en = {
  attention: {
    title: 'Por revisar',
    count: (groups, alerts) =>
      `${groups === 1 ? '1 asunto por revisar.' : `${groups} asuntos por revisar.`}${alerts > groups ? ` ${alerts} alertas abiertas.` : ''}`,
    allStores: 'Todos los comercios',
    show: (alerts, orders) => (orders > 1 ? `Ver los ${orders} pedidos` : `Ver las ${alerts}`),
    hide: 'Ocultar',
    order: 'Pedido',
    allIsWell: 'Nada por revisar',
    storesAnswer: (all) =>
      all === 1
        ? 'El comercio y su pasarela responden.'
        : `Los ${all} comercios y sus pasarelas responden.`,
    needAttention: (failing, all) =>
      all === 1
        ? 'El comercio necesita una revisión.'
        : failing === 1
          ? `1 de ${all} comercios necesita una revisión.`
          : `${failing} de ${all} comercios necesitan una revisión.`,
    seeHealth: 'Ver el estado',
    concerns: {
      gateway_unreachable: 'La pasarela no responde.',
      storefront_unreachable: 'La tienda no responde.',
      webhooks_failing: 'Los webhooks no llegan.',
      queue_late: 'Hay trabajo atrasado.',
      tasks_given_up: 'Hay tareas abandonadas.',
      reconciliation_failed: 'La última conciliación falló.',
      open_alerts: 'Hay una alerta abierta.',
    },
    moreStores: 'Hay más.',
    lastEvent: 'Último evento de la pasarela:',
    lastReconciliation: 'Última conciliación:',
    never: 'ninguno hasta ahora',
    cures: {
      tryNow: 'Intentar ahora',
      tried: 'Puente lo intenta ahora.',
      replay: 'Reintentarlas',
      replayed: 'Se reintentan ahora.',
      storeSettings: 'Ajustes del comercio',
      refund: 'Reembolsar…',
      viewOrder: (number) => `Ver el pedido ${number}`,
      notifyStore: (orders) =>
        orders === 1
          ? 'Avisar de nuevo al comercio…'
          : `Avisar de nuevo al comercio de los ${orders} pedidos…`,
      notifyTitle: '¿Avisar de nuevo al comercio?',
      notifyCount: (orders, money) =>
        `${orders === 1 ? '1 pedido' : `${orders} pedidos`}, ${money}`,
      notifyText:
        'Puente envía al comercio el estado actual de cada pedido en la pasarela. No se hace ningún pago ni reembolso. Los pedidos que entonces coincidan salen de la lista con la próxima conciliación.',
      notifyUnpaid: (orders) =>
        orders === 1
          ? 'Por 1 pedido no se pagó nada: corríjalo en la tienda.'
          : `Por ${orders} pedidos no se pagó nada: corríjalos en la tienda.`,
      notifyMore: 'Después de estos quedan más: pida de nuevo.',
      notifyConfirm: 'Avisar al comercio',
      notified: (orders) =>
        orders === 1
          ? 'Se avisa al comercio de 1 pedido.'
          : `Se avisa al comercio de ${orders} pedidos.`,
      close: 'Cerrar',
      done: 'Marcar como resuelto',
      closed: 'Marcado como resuelto.',
    },
    notes: {
      assigned: 'Lo atiende',
      unassigned: 'Nadie',
      me: (name) => `${name} (yo)`,
      membersNotLoaded: 'No se pudieron cargar las personas del comercio.',
      note: 'Nota',
      assign: 'Asignar o anotar',
      change: 'Cambiar',
      save: 'Guardar',
      saved: 'Guardado.',
      cancel: 'Cancelar',
    },
  },
}

export const useAttentionTexts = textsBeside({ en, es })
