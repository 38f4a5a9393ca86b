import { textsBeside } from '../../app/language.tsx'

const en = {
  orders: {
    title: 'Orders',
    words: 'Find',
    wordsHint: 'Number, e-mail, transaction or any id',
    filters: 'Filters',
    status: 'State',
    store: 'Store',
    from: 'From',
    to: 'To',
    least: 'At least',
    most: 'At most',
    noAmount: 'No amount',
    order: 'Order',
    customer: 'Customer',
    created: 'Created',
    amount: 'Amount',
    nothing: 'No orders match.',
    export: 'Export (CSV)',
    views: {
      label: 'Views',
      all: 'All',
      onHold: 'On hold',
      save: 'Save this view',
      name: 'Name',
      keep: 'Save',
      forget: 'Delete this view',
      saved: 'View saved.',
      forgotten: 'View deleted.',
    },
  },
}

const es: typeof en = {
  orders: {
    title: 'Pedidos',
    words: 'Buscar',
    wordsHint: 'Número, correo, transacción o cualquier identificador',
    filters: 'Filtros',
    status: 'Estado',
    store: 'Comercio',
    from: 'Desde',
    to: 'Hasta',
    least: 'Mínimo',
    most: 'Máximo',
    noAmount: 'No es un monto',
    order: 'Pedido',
    customer: 'Cliente',
    created: 'Creado',
    amount: 'Monto',
    nothing: 'Ningún pedido coincide.',
    export: 'Exportar (CSV)',
    views: {
      label: 'Vistas',
      all: 'Todos',
      onHold: 'Retenidos',
      save: 'Guardar esta vista',
      name: 'Nombre',
      keep: 'Guardar',
      forget: 'Borrar esta vista',
      saved: 'La vista está guardada.',
      forgotten: 'Vista borrada.',
    },
  },
}

export const useOrdersTexts = textsBeside({ en, es })
