import type { Configuration } from 'openid-client'
import { z } from 'zod'
import { isReadableInTransit } from '../../runtime/net/plain-http.ts'
import { isStorable } from '../../runtime/text/storable.ts'

export interface IssuerSettings {
  issuer: string
  clientId: string
  clientSecret: string
}

/** Values that the browser keeps between the redirects. */
export interface SignInAtIssuer {
  state: string
  nonce: string
  codeVerifier: string
  /** Epoch seconds from which the issuer must have signed the person in; `undefined`: any time. */
  signedInSince?: number | undefined
}

const claims = z.object({
  iss: z.string(),
  sub: z.string().min(1).max(255).refine(isStorable),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
  name: z.string().optional(),
  /** Epoch seconds of the sign-in at the issuer. */
  auth_time: z.number().optional(),
})

export type IssuerClaims = z.infer<typeof claims>

export type AtIssuer =
  | { outcome: 'right'; claims: IssuerClaims }
  /** The issuer refused, or its answer does not verify. */
  | { outcome: 'refused'; because: string }

export type Issuer = ReturnType<typeof openIssuer>

const TIMEOUT_SECONDS = 10
/** Any `max_age` obliges the issuer to send `auth_time`. */
const LONGEST_AT_ISSUER_SECONDS = 30 * 24 * 60 * 60

const epochSeconds = (): number => Math.floor(Date.now() / 1_000)

export const SINGLE_SIGN_ON_CALLBACK = '/auth/oidc/callback'

/**
 * OpenID Connect by authorization code with PKCE, state and nonce. Discovers the issuer at the first
 * sign-in.
 */
export const openIssuer = (
  { issuer, clientId, clientSecret }: IssuerSettings,
  { publicUrl }: { publicUrl: string },
) => {
  const redirectUri = `${publicUrl}${SINGLE_SIGN_ON_CALLBACK}`
  /** Loads the library with the first sign-in: few installations need it. */
  const library = () => import('openid-client')
  let discovered: Promise<Configuration> | undefined
  const discover = async (): Promise<Configuration> => {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await library()
    const isLoopback = issuer.startsWith('http:') && !isReadableInTransit(issuer)
    return discovery(new URL(issuer), clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      // Also checks the signatures of tokens that come directly from the issuer.
      execute: [enableNonRepudiationChecks, ...(isLoopback ? [allowInsecureRequests] : [])],
    })
  }
  const configuration = (): Promise<Configuration> => {
    discovered ??= discover().catch((error) => {
      // The next sign-in tries again.
      discovered = undefined
      throw error
    })
    return discovered
  }
  return {
    /** Throws if the issuer cannot be reached. `isConfirmation`: the person must sign in anew. */
    begin: async ({
      isConfirmation,
    }: {
      isConfirmation: boolean
    }): Promise<{ url: string; kept: SignInAtIssuer }> => {
      const client = await library()
      const config = await configuration()
      const kept = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        signedInSince: isConfirmation ? epochSeconds() : undefined,
      }
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: kept.state,
        nonce: kept.nonce,
        max_age: String(isConfirmation ? 0 : LONGEST_AT_ISSUER_SECONDS),
        code_challenge: await client.calculatePKCECodeChallenge(kept.codeVerifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, kept }
    },
    /** Redeems the code of a callback. `query`: the callback's query string. */
    finish: async (query: string, kept: SignInAtIssuer): Promise<AtIssuer> => {
      const client = await library()
      const { signedInSince } = kept
      try {
        const tokens = await client.authorizationCodeGrant(
          await configuration(),
          new URL(`${redirectUri}?${query}`),
          {
            pkceCodeVerifier: kept.codeVerifier,
            expectedState: kept.state,
            expectedNonce: kept.nonce,
            idTokenExpected: true,
            // Refuses an ID token without `auth_time`, too.
            ...(signedInSince === undefined ? {} : { maxAge: epochSeconds() - signedInSince }),
          },
        )
        const read = claims.safeParse(tokens.claims())
        return read.success
          ? { outcome: 'right', claims: read.data }
          : { outcome: 'refused', because: 'claims' }
      } catch (error) {
        return { outcome: 'refused', because: error instanceof Error ? error.message : 'unknown' }
      }
    },
  }
}
