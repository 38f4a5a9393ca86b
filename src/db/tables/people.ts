import type { ColumnType } from 'kysely'
import type { Role } from '../../domain/rights.ts'

interface PeopleTable {
  id: string
  name: string
  /** Lower case. */
  email: string
  email_verified: boolean
  created_at: Date
  updated_at: Date
}

/** Provider `credential`: by password. */
interface PersonAccountsTable {
  id: string
  person_id: string
  account_id: string
  provider_id: string
  /** scrypt hash. */
  password: string | null
  created_at: Date
  updated_at: Date
}

interface PersonSessionsTable {
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
}

interface MembersTable {
  organization_id: string
  person_id: string
  role: Role
  created_at: Date
}

interface OneTimeLinksTable {
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

interface SignInLinksTable {
  token_hash: string
  person_id: string
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

interface SignInAttemptsTable {
  key: string
  attempts: number
  /** End of the window. */
  until: Date
}

interface OrderViewsTable {
  person_id: string
  name: string
  search: ColumnType<Record<string, string>, string, string>
  created_at: Date
}

export interface PeopleTables {
  order_views: OrderViewsTable
  people: PeopleTable
  person_accounts: PersonAccountsTable
  person_sessions: PersonSessionsTable
  members: MembersTable
  one_time_links: OneTimeLinksTable
  sign_in_links: SignInLinksTable
  sign_in_attempts: SignInAttemptsTable
}
