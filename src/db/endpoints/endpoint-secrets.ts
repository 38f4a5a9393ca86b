import { z } from 'zod'
import type { EndpointId } from '../../domain/ids.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { ReplacedSecret } from '../stores/replaced-secrets.ts'
import type { NotificationEndpointRow } from './endpoints.ts'

export const SEALED_ENDPOINT_FIELDS = [
  'sealed_login',
  'sealed_secret',
  'sealed_previous_secrets',
] as const
type SealedField = (typeof SEALED_ENDPOINT_FIELDS)[number]

/** Binds each secret to its endpoint and field. */
export const sealingContextOfEndpoint = (id: string, field: SealedField): string =>
  `notification_endpoints/${id}/${field}`

export const sealEndpointSecret = (
  sealer: SecretSealer,
  { id, field, secret }: { id: EndpointId; field: SealedField; secret: string },
): string => sealer.seal(secret, sealingContextOfEndpoint(id, field))

const opened = (sealer: SecretSealer, endpoint: NotificationEndpointRow, field: SealedField) => {
  const sealed = endpoint[field]
  return sealed === null
    ? undefined
    : sealer.open(sealed, sealingContextOfEndpoint(endpoint.id, field))
}

export const openEndpointSecret = (
  sealer: SecretSealer,
  endpoint: NotificationEndpointRow,
): string => opened(sealer, endpoint, 'sealed_secret') ?? ''

/** `user:password` of the address. */
export const openEndpointLogin = (
  sealer: SecretSealer,
  endpoint: NotificationEndpointRow,
): string | undefined => opened(sealer, endpoint, 'sealed_login')

const replacedSecrets = z.array(z.object({ secret: z.string(), until: z.iso.datetime() }))

/** Opens replaced secrets that still sign at `now`, the latest first. */
export const openReplacedEndpointSecrets = (
  sealer: SecretSealer,
  endpoint: NotificationEndpointRow,
  now: Date,
): ReplacedSecret[] => {
  // Skips expired values: opening them would need an old key.
  if ((endpoint.previous_secrets_until ?? now) <= now) return []
  const json = opened(sealer, endpoint, 'sealed_previous_secrets') ?? '[]'
  return replacedSecrets
    .parse(JSON.parse(json))
    .map(({ secret, until }) => ({ secret, until: new Date(until) }))
    .filter(({ until }) => until > now)
}

/** Returns all secrets that sign at `now`. */
export const openEndpointSecrets = (
  sealer: SecretSealer,
  endpoint: NotificationEndpointRow,
  now: Date,
): string[] => [
  openEndpointSecret(sealer, endpoint),
  ...openReplacedEndpointSecrets(sealer, endpoint, now).map(({ secret }) => secret),
]
