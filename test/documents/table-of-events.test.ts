import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { NOTIFICATION_DESCRIPTIONS } from '../../src/http/api/checkouts/schemas.ts'

it('the table of events of docs/own-shop.md says of each event what the code says', () => {
  const [, section = ''] = readFileSync('docs/own-shop.md', 'utf8').split('### Webhook events')
  const [table = ''] = section.split('\n### ')
  const rows = [...table.matchAll(/^\| `([\w.]+)` \| (.+?) \| .+ \|$/gm)]
  expect(Object.fromEntries(rows.map(([, type, when]) => [type, when]))).toEqual({
    ...NOTIFICATION_DESCRIPTIONS,
    'payment_method.saved': 'A customer saved a card at the gateway',
  })
})
