import { textsBeside } from '../../app/language.tsx'

const en = {
  attention: {
    title: 'Needs attention',
    count: (groups: number) =>
      groups === 1 ? 'One thing needs a person.' : `${groups} things need a person.`,
    allStores: 'All stores',
    show: (alerts: number, orders: number) =>
      orders > 1 ? `Show the ${orders} orders` : `Show all ${alerts}`,
    hide: 'Hide',
    order: 'Order',
    allIsWell: 'Nothing needs attention',
    stores: (all: number, failing: number) =>
      failing === 0
        ? `${all === 1 ? 'The store and its gateway answer' : `All ${all} stores and their gateways answer`}.`
        : `${failing} of ${all} stores or their gateways do not answer at this moment; Puente goes on trying.`,
    moreStores: 'There are more.',
    lastEvent: 'Last event of the gateway:',
    lastReconciliation: 'Last reconciliation:',
    never: 'none so far',
    cures: {
      tryNow: 'Try now',
      tried: 'Puente tries it now.',
      replay: 'Do them again',
      replayed: 'They are done again now.',
      storeSettings: 'Open the store settings',
      refund: 'Refund…',
      lookAtOrder: (number: string) => `Look at order ${number}`,
      done: 'Mark as done',
      closed: 'Off the list.',
    },
    notes: {
      assigned: 'Seen to by',
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
    count: (groups) =>
      groups === 1
        ? 'Una cosa necesita a una persona.'
        : `${groups} cosas necesitan a una persona.`,
    allStores: 'Todos los comercios',
    show: (alerts, orders) => (orders > 1 ? `Ver los ${orders} pedidos` : `Ver las ${alerts}`),
    hide: 'Ocultar',
    order: 'Pedido',
    allIsWell: 'Nada por revisar',
    stores: (all, failing) =>
      failing === 0
        ? `${all === 1 ? 'El comercio y su pasarela responden' : `Los ${all} comercios y sus pasarelas responden`}.`
        : `${failing} de ${all} comercios o sus pasarelas no responden en este momento; Puente sigue intentando.`,
    moreStores: 'Hay más.',
    lastEvent: 'Último evento de la pasarela:',
    lastReconciliation: 'Última conciliación:',
    never: 'ninguno hasta ahora',
    cures: {
      tryNow: 'Intentar ahora',
      tried: 'Puente lo intenta ahora.',
      replay: 'Hacerlas de nuevo',
      replayed: 'Se hacen de nuevo ahora.',
      storeSettings: 'Ajustes del comercio',
      refund: 'Reembolsar…',
      lookAtOrder: (number) => `Ver el pedido ${number}`,
      done: 'Marcar como resuelto',
      closed: 'Ya no está en la lista.',
    },
    notes: {
      assigned: 'Lo atiende',
      note: 'Nota',
      assign: 'Asignar o anotar',
      change: 'Cambiar',
      save: 'Guardar',
      saved: 'Guardado.',
      cancel: 'Cancelar',
    },
  },
}

export const useTexts = textsBeside({ en, es })
