import type { Generated, JSONColumnType } from 'kysely'
import type { Role } from '../../domain/rights.ts'

export interface PeopleTables {
  order_views: {
    person_id: string
    name: string
    search: JSONColumnType<Record<string, string>>
    created_at: Date
  }
  people: {
    id: string
    name: string
    /** Lower case. */
    email: string
    email_verified: boolean
    created_at: Date
    updated_at: Date
  }
  /** Provider `credential`: by password. */
  person_accounts: {
    id: string
    person_id: string
    account_id: string
    provider_id: string
    password: string | null
    created_at: Date
    updated_at: Date
  }
  person_sessions: {
    id: string
    person_id: string
    token: string
    expires_at: Date
    /** Network where the session began. */
    ip_address: string | null
    user_agent: string | null
    created_at: Date
    updated_at: Date
    /** Last password entry; `null`: when the session began. */
    confirmed_at: Date | null
    /** Last second factor; `null`: none in this session. */
    factor_confirmed_at: Date | null
  }
  person_authenticators: {
    person_id: string
    sealed_secret: string
    last_step: Generated<bigint>
    created_at: Date
    confirmed_at: Date | null
  }
  person_passkeys: {
    id: string
    person_id: string
    credential_id: string
    public_key: string
    counter: bigint
    name: string
    created_at: Date
    last_used_at: Date | null
  }
  used_passkey_challenges: {
    challenge_hash: string
    until: Date
  }
  person_recovery_codes: {
    person_id: string
    code_hash: string
    created_at: Date
  }
  members: {
    organization_id: string
    person_id: string
    role: Role
    created_at: Date
  }
  one_time_links: {
    id: string
    token_hash: string
    kind: 'invitation' | 'password'
    email: string | null
    organization_id: string | null
    role: Role | null
    person_id: string | null
    made_by: string | null
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sign_in_links: {
    token_hash: string
    person_id: string
    created_at: Date
    expires_at: Date
    used_at: Date | null
  }
  sign_in_attempts: {
    key: string
    attempts: number
    until: Date
  }
}
