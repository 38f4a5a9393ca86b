import { createHmac, randomBytes } from 'node:crypto'
import { type Reply, reply } from './reply.ts'

interface Token {
  until: number
}

export interface Access {
  isInstalled: boolean
  /** Unpaid Shopify subscription: the APIs return 402. */
  isFrozen: boolean
  scopes: string[]
  token(): string
  isGood(accessToken: string | undefined): boolean
  /** Refresh tokens stay valid. */
  expireAccessTokens(): void
  revokeAll(): void
  approve(authorizeUrl: string): string
  signedQuery(query?: Record<string, string>): string
  /** As App Bridge or a checkout extension issues it. */
  sessionToken(claims?: Record<string, unknown>, secret?: string): string
  grants: string[]
  answer(body: Record<string, unknown>): Reply
}

const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'

const ACCESS_SECONDS = 3_600
const REFRESH_SECONDS = 90 * 86_400
const CLIENT_CREDENTIALS_SECONDS = 86_400

export const openAccess = ({
  shop,
  clientId,
  clientSecret,
}: {
  shop: string
  clientId: string
  clientSecret: string
}): Access => {
  const tokens = new Map<string, Token>()
  const refreshTokens = new Map<string, Token>()
  const codes = new Set<string>()
  const random = () => randomBytes(16).toString('hex')
  const seconds = () => Math.floor(Date.now() / 1000)

  /** One active token pair per app and shop: earlier tokens expire. */
  const giveOffline = (): Reply => {
    refreshTokens.clear()
    tokens.clear()
    const refreshToken = `shprt_${random()}`
    refreshTokens.set(refreshToken, { until: seconds() + REFRESH_SECONDS })
    return reply(200, {
      access_token: giveToken(ACCESS_SECONDS),
      scope: access.scopes.join(','),
      expires_in: ACCESS_SECONDS,
      refresh_token: refreshToken,
      refresh_token_expires_in: REFRESH_SECONDS,
    })
  }

  const giveToken = (forSeconds: number): string => {
    const token = `shpat_${random()}`
    tokens.set(token, { until: seconds() + forSeconds })
    return token
  }

  const signed = (query: Record<string, string>): string => {
    const params = new URLSearchParams(
      Object.entries(query).sort(([one], [other]) => one.localeCompare(other)),
    )
    const hmac = createHmac('sha256', clientSecret).update(params.toString()).digest('hex')
    return new URLSearchParams({ ...Object.fromEntries(params), hmac }).toString()
  }

  const ofShop = () => ({
    host: Buffer.from(`admin.shopify.com/store/${shop.split('.')[0]}`).toString('base64url'),
    shop,
    timestamp: String(seconds()),
  })

  const access: Access = {
    isInstalled: true,
    isFrozen: false,
    scopes: ['read_orders', 'write_orders'],
    token: () => giveToken(ACCESS_SECONDS),
    isGood: (accessToken) => (tokens.get(accessToken ?? '')?.until ?? 0) > seconds(),
    expireAccessTokens: () => tokens.clear(),
    revokeAll: () => {
      access.isInstalled = false
      tokens.clear()
      refreshTokens.clear()
    },
    approve: (authorizeUrl) => {
      const { hostname, pathname, searchParams: asked } = new URL(authorizeUrl)
      const redirect = asked.get('redirect_uri')
      const state = asked.get('state')
      if (hostname !== shop || pathname !== '/admin/oauth/authorize') {
        throw new Error(`${authorizeUrl} is not where ${shop} asks its merchant`)
      }
      if (asked.get('client_id') !== clientId || !redirect || !state) {
        throw new Error(`Oauth error invalid_request: ${authorizeUrl}`)
      }
      access.isInstalled = true
      access.scopes = (asked.get('scope') ?? '').split(',')
      const code = random()
      codes.add(code)
      return `${redirect}?${signed({ ...ofShop(), code, state })}`
    },
    signedQuery: (query = {}) => signed({ ...ofShop(), ...query }),
    sessionToken: (claims = {}, secret = clientSecret) => {
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
      const payload = {
        iss: `https://${shop}/admin`,
        dest: `https://${shop}`,
        aud: clientId,
        sub: '1',
        exp: seconds() + 60,
        nbf: seconds() - 1,
        iat: seconds() - 1,
        jti: random(),
        sid: random(),
        ...claims,
      }
      const content = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`
      return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`
    },
    grants: [],
    answer: (body) => {
      const grant = String(body.grant_type ?? 'authorization_code')
      access.grants.push(grant)
      if (body.client_id !== clientId || body.client_secret !== clientSecret) {
        return refused('application_cannot_be_found', 'Could not find Shopify API application')
      }
      if (grant === 'authorization_code') {
        if (!codes.delete(String(body.code))) {
          return refused(
            'invalid_request',
            'The authorization code was not found or was already used',
          )
        }
        if (body.expiring === '1') return giveOffline()
        const scope = access.scopes.join(',')
        return reply(200, { access_token: giveToken(REFRESH_SECONDS * 40), scope })
      }
      if (!access.isInstalled) return refused('app_not_installed', 'The app is not installed')
      if (grant === 'refresh_token') {
        const { until } = refreshTokens.get(String(body.refresh_token)) ?? { until: 0 }
        if (until <= seconds()) return refused('invalid_grant', 'The refresh token is not valid')
        return giveOffline()
      }
      if (grant === TOKEN_EXCHANGE) {
        const [, claims = ''] = String(body.subject_token).split('.')
        const { aud, dest } = JSON.parse(Buffer.from(claims, 'base64url').toString())
        const isOurs = aud === clientId && dest === `https://${shop}`
        return isOurs ? giveOffline() : refused('invalid_subject_token', 'Not of this shop')
      }
      if (grant === 'client_credentials') {
        return reply(200, {
          access_token: giveToken(CLIENT_CREDENTIALS_SECONDS),
          scope: access.scopes.join(','),
          expires_in: CLIENT_CREDENTIALS_SECONDS - 1,
        })
      }
      return refused('unsupported_grant_type', 'This grant is not supported')
    },
  }
  return access
}

const refused = (error: string, error_description: string): Reply =>
  reply(400, { error, error_description })
