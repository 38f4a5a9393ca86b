import { expect, it } from 'vitest'
import type { AlertMessage } from '../messages/alert-message.ts'
import { slackText } from './slack.ts'

const AT = '2026-03-01T15:00:00.000Z'

const messageSaying = (why: string): AlertMessage => ({
  ...{ id: 'msg_1', type: 'alert.opened', at: AT, language: 'en' },
  data: {
    ...{ group: 'alg_1', kind: 'alerts_not_delivered', store: { id: 'a', name: 'Tienda' } },
    ...{ repeated: false, what: 'Something', why: [why], todo: 'Look', alerts: 1, stores: 1 },
    ...{
      orders: 0,
      order_numbers: [],
      affected_orders: [],
      money: [],
      opened_at: AT,
      closed_at: null,
    },
    link: 'https://puente.example/orders/1',
  },
})

const saying = (why: string) => slackText(messageSaying(why), new Date(AT))

it('an id in a Slack message can be pasted', () => {
  const text = saying('Payment pay_1_a2, then ref_9.')
  expect(text).toContain('Payment `pay_1_a2`, then `ref_9`.')
  expect(text).not.toMatch(/\p{Cf}/u)
})

it('a name in a Slack message neither mentions people nor sets markup', () => {
  expect(saying('*Ana* `x` @channel <!here>')).toContain("`*Ana*` `'x'` `@channel` &lt;!here&gt;")
})
