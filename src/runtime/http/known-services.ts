import { z } from 'zod'
import type { KnownService } from '../net/require-free-ports.ts'

/** Header of `/health`, because many programs send the same body. */
export const SERVICE_HEADER = { name: 'server', value: 'puente' } as const

export const PUENTE: KnownService = {
  name: 'Puente',
  path: '/health',
  answers: ({ headers }) => headers.get(SERVICE_HEADER.name) === SERVICE_HEADER.value,
}

const clock = z.strictObject({ now: z.iso.datetime() })

export const SANDBOX_GATEWAY: KnownService = {
  name: 'The sandbox gateway',
  path: '/sandbox/clock',
  answers: ({ ok }, body) => ok && clock.safeParse(JSON.parse(body)).success,
}
