import { z } from 'zod'

/**
 * Adds a better-auth endpoint that begins a session for any person; no endpoint of better-auth is
 * reachable over the network.
 */
export const sessionsWithoutPassword = async () => {
  const { createAuthEndpoint } = await import('better-auth/api')
  const { setSessionCookie } = await import('better-auth/cookies')
  const options = { method: 'POST', body: z.object({ personId: z.string() }) } as const
  return {
    id: 'sessions-without-password',
    endpoints: {
      beginSession: createAuthEndpoint('/begin-session', options, async (ctx) => {
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(ctx.body.personId)
        if (!user) throw ctx.error('NOT_FOUND')
        const session = await internalAdapter.createSession(user.id)
        await setSessionCookie(ctx, { session, user })
        return ctx.json(null)
      }),
    },
  } as const
}
