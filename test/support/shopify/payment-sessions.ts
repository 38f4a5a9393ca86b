import { randomUUID } from 'node:crypto'
import { API_VERSION } from '../../../adapters/shopify/api-version.ts'
import type { Resolvers } from './answer-graphql.ts'

type Kind = 'payment' | 'refund' | 'void' | 'capture'

export interface StoredSession {
  /** Idempotency key of all its requests. */
  id: string
  gid: string
  kind: Kind
  /** `null` before the app's first answer; resolved and rejected are final. */
  state: 'PENDING' | 'RESOLVED' | 'REJECTED' | null
  reason: string | null
  body: Record<string, unknown>
}

interface Sent {
  session: StoredSession
  status: number
  body: unknown
}

export interface PaymentSessions {
  all: Map<string, StoredSession>
  configured: { externalHandle: string | null; ready: boolean } | null
  proxyHeaders: Record<string, string>
  /** Opens a session; `again` resends one after a lost answer. */
  pay(url: string, given?: Payment & { again?: StoredSession }): Promise<Sent>
  refund(url: string, payment: StoredSession, amount?: string): Promise<Sent>
  void(url: string, payment: StoredSession): Promise<Sent>
  capture(url: string, payment: StoredSession): Promise<Sent>
  repeat(url: string, session: StoredSession): Promise<Sent>
  giveUp(session: StoredSession): void
}

export interface Payment {
  amount?: string
  currency?: string
  kind?: 'sale' | 'authorization'
  test?: boolean
  group?: string
  cancelUrl?: string
  locale?: string
  customer?: Record<string, unknown>
  headers?: Record<string, string>
}

export const openPaymentSessions = (shop: string): PaymentSessions => {
  const send = async (
    url: string,
    session: StoredSession,
    headers: Record<string, string> = sessions.proxyHeaders,
  ): Promise<Sent> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'shopify-shop-domain': shop,
        'shopify-request-id': randomUUID(),
        'shopify-api-version': API_VERSION,
        ...headers,
      },
      body: JSON.stringify(session.body),
      redirect: 'manual',
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { session, status: response.status, body: isJson ? JSON.parse(text) : text }
  }

  const open = (kind: Kind, body: Record<string, unknown>): StoredSession => {
    const id = randomUUID()
    const type = { payment: 'PaymentSession', refund: 'RefundSession', void: 'VoidSession' }
    const gid = `gid://shopify/${{ ...type, capture: 'CaptureSession' }[kind]}/${id}`
    const session = { id, gid, kind, state: null, reason: null, body: { id, gid, ...body } }
    sessions.all.set(gid, session)
    return session
  }

  const sessions: PaymentSessions = {
    all: new Map(),
    configured: null,
    proxyHeaders: {},
    pay: (url, { headers, again, ...given } = {}) => {
      const session =
        again ??
        open('payment', {
          group: given.group ?? randomUUID(),
          session_id: randomUUID(),
          amount: given.amount ?? '123.00',
          currency: given.currency ?? 'HNL',
          test: given.test ?? true,
          merchant_locale: given.locale ?? 'es',
          payment_method: {
            type: 'offsite',
            data: { cancel_url: given.cancelUrl ?? `https://${shop}/checkouts/cancel` },
          },
          proposed_at: new Date().toISOString(),
          customer: given.customer ?? { email: 'ana@example.com', locale: given.locale ?? 'es' },
          kind: given.kind ?? 'sale',
        })
      return send(url, session, headers)
    },
    refund: (url, { id, body }, amount) =>
      send(
        url,
        open('refund', {
          payment_id: id,
          amount: amount ?? body.amount,
          currency: body.currency,
          test: body.test,
          merchant_locale: body.merchant_locale,
          proposed_at: new Date().toISOString(),
        }),
      ),
    void: (url, { id, body }) =>
      send(
        url,
        open('void', {
          payment_id: id,
          test: body.test,
          merchant_locale: body.merchant_locale,
          proposed_at: new Date().toISOString(),
        }),
      ),
    capture: (url, { id, body }) =>
      send(
        url,
        open('capture', {
          payment_id: id,
          amount: body.amount,
          currency: body.currency,
          test: body.test,
          merchant_locale: body.merchant_locale,
          proposed_at: new Date().toISOString(),
        }),
      ),
    repeat: send,
    giveUp: (session) => {
      session.state = 'REJECTED'
    },
  }
  return sessions
}

/** One message for three causes; the last is transient. */
export const ALREADY_FINAL =
  'Payment session has already been resolved with a different authentication, has already been rejected, or the response to start_payment_session request has not been received.'

const TYPES: Record<Kind, string> = {
  payment: 'PaymentSession',
  refund: 'RefundSession',
  void: 'VoidSession',
  capture: 'CaptureSession',
}

export const paymentsResolvers = (shop: string, sessions: PaymentSessions): Resolvers => {
  const view = (session: StoredSession) => {
    const { gid: id, kind, state, reason } = session
    const redirectUrl = `https://${shop}/checkouts/${session.id}/processing`
    return {
      id,
      nextAction:
        kind === 'payment' && state
          ? {
              action: 'REDIRECT',
              context: { __typename: 'PaymentSessionActionsRedirect', redirectUrl },
            }
          : null,
      state: {
        __typename: `${TYPES[kind]}State${state ? state[0] + state.slice(1).toLowerCase() : ''}`,
        code: state,
        reason,
        merchantMessage: reason,
      },
    }
  }
  /** The first of resolve and reject wins; a repeat is idempotent. */
  const settle =
    (kind: Kind, to: 'PENDING' | 'RESOLVED' | 'REJECTED') =>
    (_source: unknown, given: unknown): object => {
      const { id, reason } = given as { id: string; reason?: { code: string } }
      const session = sessions.all.get(id)
      const field = `${kind}Session`
      if (session?.kind !== kind) {
        return { userErrors: [{ field: ['id'], message: 'Session could not be found' }] }
      }
      const isFinal = session.state === 'RESOLVED' || session.state === 'REJECTED'
      if (isFinal && session.state !== to) {
        return { userErrors: [{ field: ['id'], message: ALREADY_FINAL }] }
      }
      session.state = to
      session.reason = reason?.code ?? null
      return { [field]: view(session), userErrors: [] }
    }
  return {
    'MutationRoot.paymentsAppConfigure': (_source, args: unknown) => {
      const given = args as { externalHandle?: string; ready: boolean }
      sessions.configured = { externalHandle: given.externalHandle ?? null, ready: given.ready }
      return { paymentsAppConfiguration: sessions.configured, userErrors: [] }
    },
    'MutationRoot.paymentSessionResolve': settle('payment', 'RESOLVED'),
    'MutationRoot.paymentSessionReject': settle('payment', 'REJECTED'),
    'MutationRoot.paymentSessionPending': settle('payment', 'PENDING'),
    'MutationRoot.refundSessionResolve': settle('refund', 'RESOLVED'),
    'MutationRoot.refundSessionReject': settle('refund', 'REJECTED'),
    'MutationRoot.voidSessionResolve': settle('void', 'RESOLVED'),
    'MutationRoot.voidSessionReject': settle('void', 'REJECTED'),
    'MutationRoot.captureSessionReject': settle('capture', 'REJECTED'),
  }
}
