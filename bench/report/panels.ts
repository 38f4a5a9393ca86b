import { keyOfPuente } from '../contenders/puente.ts'
import type { Panel } from './chart.ts'

const BARS = [
  { key: 'by-hand', label: 'by hand: Express, BullMQ, UPDATE', isOurs: false },
  { key: 'batched', label: 'limit: batched INSERT and UPDATE', isOurs: false },
  ...(['PostgreSQL', 'Redis'] as const).flatMap((jobs) => [
    {
      key: keyOfPuente({ processes: 'together', jobs }),
      label: `Puente in one process, ${jobs}`,
      isOurs: true,
    },
    {
      key: keyOfPuente({ processes: 'apart', jobs }),
      label: `Puente apart, ${jobs}`,
      isOurs: true,
    },
  ]),
]

export const panelsOf = (figures: Readonly<Record<string, number>>): Panel[] => {
  const panel = (title: string, nameOf: (key: string) => string): Panel => ({
    title,
    bars: BARS.flatMap(({ key, label, isOurs }) => {
      const value = figures[nameOf(key)]
      return value === undefined ? [] : [{ label, value, isOurs }]
    }),
  })
  return [
    panel('Paid orders, without notifications', (key) => `plain.${key}.applied`),
    panel('Shops notified of a paid order', (key) => `notified.${key}.notified`),
  ]
}
