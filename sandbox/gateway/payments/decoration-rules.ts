import type { CustomerPrefill } from '../bodies/create-payment.ts'
import type { Violation, Violations } from '../messages.ts'
import type { Profile } from '../profile.ts'

interface Decoration {
  customer?: CustomerPrefill | undefined
  description?: string | undefined
  metadata?: Record<string, unknown> | undefined
}

const STRICT_NAME_LENGTH = 40
const DESCRIPTION_BYTES = 120

/**
 * Limits fields that do not affect the amount. The contract states no limits (4.3, 4.13, 8), so the
 * profile decides.
 */
export const decorationViolations = (
  { customer, description, metadata }: Decoration,
  profile: Profile,
): Violations => {
  const violations: Violations = {}
  const broken = (field: string, violation: Violation | undefined) => {
    const name = profile.nested_error_keys === 'parent' ? (field.split('.')[0] ?? field) : field
    if (violation) violations[name] = [...(violations[name] ?? []), violation]
  }
  if (profile.customer_fields === 'strict') {
    const { name = '', email, phone, identity_number } = customer ?? {}
    if ([...name].length > STRICT_NAME_LENGTH) {
      broken('customer.name', `max_length:${STRICT_NAME_LENGTH}`)
    }
    if (email && !/^[\w.+-]+@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(email))
      broken('customer.email', 'email')
    if (phone && !/^\+?\d{8,15}$/.test(phone)) broken('customer.phone', 'digits')
    if (identity_number && !/^\d{13}$/.test(identity_number)) {
      broken('customer.identity_number', 'digits')
    }
  }
  const isTooLong = Buffer.byteLength(description ?? '') > DESCRIPTION_BYTES
  if (profile.description_unit === 'bytes' && isTooLong) {
    broken('description', `max_bytes:${DESCRIPTION_BYTES}`)
  }
  broken('metadata', metadataViolationOf(metadata, profile))
  if (profile.metadata_keys === 'words') {
    for (const key of Object.keys(metadata ?? {})) {
      if (!/^[a-z_]+$/i.test(key)) broken(`metadata.${key}`, 'word')
    }
  }
  return violations
}

/** Unlimited by default. */
export const metadataViolationOf = (
  metadata: Record<string, unknown> | undefined,
  { metadata_max_keys, metadata_max_bytes }: Profile,
): Violation | undefined => {
  if (!metadata) return undefined
  if (metadata_max_keys !== null && Object.keys(metadata).length > metadata_max_keys) {
    return `max_keys:${metadata_max_keys}`
  }
  const bytes = Buffer.byteLength(JSON.stringify(metadata))
  return metadata_max_bytes !== null && bytes > metadata_max_bytes
    ? `max_bytes:${metadata_max_bytes}`
    : undefined
}
