import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Schemas } from '../api.ts'
import { leaveEndedSession, sessionContinues } from './end-of-session.ts'

export type MemberRole = Schemas['Member']['role']

export interface SignedInPerson {
  id: string
  name: string
  email: string
  /** `false`: signs in by single sign-on only. */
  has_password: boolean
  /** The dashboard offers the person demo data. */
  demo_data?: boolean
  second_factor: { on: boolean; passkeys: boolean; required: boolean }
  organizations: {
    id: string
    name: string
    role: MemberRole
    requires_second_factor: boolean
  }[]
}

/** Returns whether an organization requires a second factor that the person lacks. */
export const lacksRequiredFactor = (person: SignedInPerson | undefined): boolean => {
  const { required = false, on = false } = person?.second_factor ?? {}
  return required && !on
}

export const SESSION = ['session'] as const

/** Refetches on window focus: a session lasts while in use. */
export const personQuery = queryOptions({
  queryKey: SESSION,
  queryFn: async ({ signal }): Promise<SignedInPerson> => {
    const answer = await fetch('/auth/session', { signal })
    if (answer.status === 401) leaveEndedSession()
    if (!answer.ok) throw await answer.json()
    sessionContinues()
    return answer.json()
  },
})

export const usePerson = () => useQuery(personQuery)
