import { TEXTS } from '../locales/texts.ts'
import type { AlertMessage } from './messages/alert-message.ts'

/** Refers to no alert. */
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
  const { what, why, todo } = TEXTS[language].alertMessages.test
  return {
    ...{ id, type: 'alert.opened', at: now.toISOString(), language },
    data: {
      ...{ group: 'alg_test', kind: 'test', store: { id: 'test', name: 'Puente' } },
      ...{ repeated: false, what, why: [why], todo, alerts: 0, stores: 0, orders: 0 },
      ...{
        order_numbers: [],
        affected_orders: [],
        money: [],
        opened_at: now.toISOString(),
        closed_at: null,
      },
      link: `${publicUrl}/`,
    },
  }
}
