import { textsBeside } from '../../app/language.tsx'

const en = {
  stores: {
    title: 'Stores',
    connect: 'Connect a store',
    find: 'Find a store',
    nothing: 'No stores match.',
    disabled: 'Disabled',
    failing: 'The gateway has not answered since',
    shopFailing: 'The shop has not answered since',
    lastEvent: 'Last event of the gateway:',
    noEvent: 'No event from the gateway so far.',
    alerts: (count: number) => (count === 1 ? '1 open alert' : `${count} open alerts`),
  },
}

const es: typeof en = {
  stores: {
    title: 'Comercios',
    connect: 'Conectar un comercio',
    find: 'Buscar un comercio',
    nothing: 'Ningún comercio coincide.',
    disabled: 'Desactivado',
    failing: 'La pasarela no responde desde',
    shopFailing: 'La tienda no responde desde',
    lastEvent: 'Último evento de la pasarela:',
    noEvent: 'Todavía no ha llegado ningún evento de la pasarela.',
    alerts: (count) => (count === 1 ? '1 alerta abierta' : `${count} alertas abiertas`),
  },
}

export const useStoresTexts = textsBeside({ en, es })
