import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { LARGEST_WEBHOOK_BYTES } from '../../adapters/shopify/webhooks/webhook-route.ts'

const MEGABYTE = 1_048_576

it.each([
  ['deploy/nginx/puente.conf', /client_max_body_size (\d+)m;/],
  ['deploy/kubernetes/ingress.yaml', /proxy-body-size: (\d+)m/],
] as const)('the server of %s passes on the largest webhook that Puente takes', (file, limit) => {
  const [, megabytes] = limit.exec(readFileSync(file, 'utf8')) ?? []
  expect(Number(megabytes) * MEGABYTE).toBeGreaterThan(LARGEST_WEBHOOK_BYTES)
})
