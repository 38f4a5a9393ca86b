import { useQuery } from '@tanstack/react-query'
import type { Schemas } from './api.ts'
import { endSession, sessionGoesOn } from './end-of-session.ts'

export type Role = Schemas['Member']['role']

/** Who is signed in, and what they are in each organization. */
export interface Person {
  id: string
  name: string
  email: string
  organizations: { id: string; name: string; role: Role }[]
}

export const SESSION = ['session'] as const

/** Asked when the dashboard is opened or come back to, so that a session lasts as long as it is used. */
export const usePerson = () =>
  useQuery({
    queryKey: SESSION,
    queryFn: async ({ signal }): Promise<Person> => {
      const answer = await fetch('/auth/session', { signal })
      if (answer.status === 401) endSession()
      if (!answer.ok) throw await answer.json()
      sessionGoesOn()
      return answer.json()
    },
  })
