import { expect, it } from 'vitest'
import type { ChargeCheck } from '../../../../db/tables/orders.ts'
import { type AnswerWeight, weighAnswer } from './weigh-answer.ts'

const NOW = new Date('2026-05-04T12:00:20Z')
const doubtedAt = (at: string): ChargeCheck => ({ result: 'doubted', at, shown: 'pending' })

it.each<[string, Parameters<typeof weighAnswer>[0], AnswerWeight]>([
  [
    'that began before the charge was applied proves nothing',
    {
      polled: { state: 'pending' },
      known: { state: 'paid', charge_check: null },
      shown: { state: 'pending' },
      now: NOW,
    },
    'silent',
  ],
  [
    'that shows the charge agrees',
    {
      polled: { state: 'paid' },
      known: { state: 'paid', charge_check: doubtedAt('2026-05-04T12:00:00Z') },
      shown: { state: 'refunded' },
      now: NOW,
    },
    'agrees',
  ],
  [
    'that contradicts the charge for the first time is a doubt',
    {
      polled: { state: 'paid' },
      known: { state: 'paid', charge_check: null },
      shown: { state: 'expired' },
      now: NOW,
    },
    'doubts',
  ],
  [
    'that contradicts it again after nine seconds is still a doubt',
    {
      polled: { state: 'paid' },
      known: { state: 'paid', charge_check: doubtedAt('2026-05-04T12:00:11Z') },
      shown: { state: 'pending' },
      now: NOW,
    },
    'doubts',
  ],
  [
    'that contradicts it again after ten seconds is a contradiction',
    {
      polled: { state: 'paid' },
      known: { state: 'paid', charge_check: doubtedAt('2026-05-04T12:00:10Z') },
      shown: { state: 'pending' },
      now: NOW,
    },
    'contradicts',
  ],
])('a GET response %s', (_, given, weight) => {
  expect(weighAnswer(given)).toBe(weight)
})
