import type { AlertMessage } from './messages/alert-message.ts'

const TEXTS = {
  en: {
    what: 'this is a test of alerts.',
    why: 'Somebody ran npm run alerts:test.',
    todo: 'There is nothing to do: alerts reach this place.',
  },
  es: {
    what: 'esta es una prueba de los avisos de problemas.',
    why: 'Alguien ejecutó npm run alerts:test.',
    todo: 'No hay nada que hacer: los avisos llegan aquí.',
  },
} as const

/** Builds a test message, which refers to no alert. */
export const testMessage = ({
  id,
  language,
  publicUrl,
  now,
}: {
  id: string
  language: AlertMessage['language']
  publicUrl: string
  now: Date
}): AlertMessage => {
  const { what, why, todo } = TEXTS[language]
  return {
    ...{ id, type: 'alert.opened', at: now.toISOString(), language },
    data: {
      ...{ group: 'alg_test', kind: 'alerts_not_delivered', store: { id: 'test', name: 'Puente' } },
      ...{ repeated: false, what, why: [why], todo, alerts: 0, stores: 0, orders: 0 },
      ...{ order_numbers: [], money: [], opened_at: now.toISOString(), closed_at: null },
      link: `${publicUrl}/`,
    },
  }
}
