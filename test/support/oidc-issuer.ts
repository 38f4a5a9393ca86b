import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Json } from './world.ts'

const CLIENT = { id: 'puente', secret: 'a secret of the issuer' }
const KEY_ID = 'first'

interface Granted {
  nonce: string
  codeChallenge: string
  redirectUri: string
}

/** Faults of the next answers of the issuer. */
export interface Misbehaviour {
  issuer?: string
  nonce?: string
  audience?: string
  /** Signs with an unpublished key. */
  otherKey?: boolean
  /** `alg: none`. */
  isUnsigned?: boolean
  isExpired?: boolean
}

const base64url = (value: Json): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** An OpenID provider on loopback: discovery, RS256 tokens, JWKS, PKCE. Its user signs in without a form. */
export const startOidcIssuer = async () => {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const granted = new Map<string, Granted>()
  let user: Json = { sub: 'nobody' }
  let misbehaviour: Misbehaviour = {}
  let url = ''

  const idTokenOf = ({ nonce }: Granted): string => {
    const now = Math.floor(Date.now() / 1_000)
    const { issuer = url, audience = CLIENT.id } = misbehaviour
    const { isExpired = false, otherKey = false, isUnsigned = false } = misbehaviour
    const payload = {
      ...{ iss: issuer, aud: audience, nonce: misbehaviour.nonce ?? nonce, ...user },
      iat: isExpired ? now - 7_200 : now,
      exp: isExpired ? now - 3_600 : now + 300,
    }
    if (isUnsigned) return `${base64url({ alg: 'none' })}.${base64url(payload)}.`
    const signed = `${base64url({ alg: 'RS256', kid: KEY_ID })}.${base64url(payload)}`
    const { privateKey } = otherKey ? others : keys
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`
  }

  const tokensFor = async (request: IncomingMessage): Promise<Json | undefined> => {
    const form = new URLSearchParams(await textOf(request))
    const code = form.get('code') ?? ''
    const grant = granted.get(code)
    granted.delete(code)
    const basic = Buffer.from(
      request.headers.authorization?.replace('Basic ', '') ?? '',
      'base64',
    ).toString()
    const [id, secret] = basic
      ? basic.split(':').map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
      : [form.get('client_id'), form.get('client_secret')]
    const verifier = form.get('code_verifier') ?? ''
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const isRight =
      grant &&
      id === CLIENT.id &&
      secret === CLIENT.secret &&
      challenge === grant.codeChallenge &&
      form.get('redirect_uri') === grant.redirectUri
    return isRight
      ? { access_token: 'unused', token_type: 'Bearer', expires_in: 60, id_token: idTokenOf(grant) }
      : undefined
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const json = (body: Json, status = 200): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    switch (pathname) {
      case '/.well-known/openid-configuration':
        return json({
          issuer: url,
          authorization_endpoint: `${url}/authorize`,
          token_endpoint: `${url}/token`,
          jwks_uri: `${url}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['RS256'],
          code_challenge_methods_supported: ['S256'],
          authorization_response_iss_parameter_supported: true,
          token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        })
      case '/jwks':
        return json({
          keys: [
            { ...keys.publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' },
          ],
        })
      case '/authorize': {
        const code = randomBytes(16).toString('hex')
        const redirectUri = searchParams.get('redirect_uri') ?? ''
        granted.set(code, {
          nonce: searchParams.get('nonce') ?? '',
          codeChallenge: searchParams.get('code_challenge') ?? '',
          redirectUri,
        })
        const back = new URLSearchParams({ code, state: searchParams.get('state') ?? '', iss: url })
        response.writeHead(303, { location: `${redirectUri}?${back}` }).end()
        return
      }
      case '/token': {
        const tokens = await tokensFor(request)
        return tokens ? json(tokens) : json({ error: 'invalid_grant' }, 400)
      }
      default:
        response.writeHead(404).end()
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    settings: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
    },
    /** Claims of the person at the issuer. */
    signsIn: (claims: Json, wrong: Misbehaviour = {}): void => {
      user = claims
      misbehaviour = wrong
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
