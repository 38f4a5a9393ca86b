import { type ChargeBody, chargeInput, tokenChargeInput } from '../bodies/charges.ts'
import { declineWithCode } from '../cards.ts'
import { directTermsOf } from '../charges/direct-payment.ts'
import { chargeStoredCard } from '../charges/saved-card.ts'
import type { Sandbox } from '../context.ts'
import {
  type CustomerKey,
  customerKeyOf,
  findMethods,
  revokeMethod,
} from '../database/payment-methods.ts'
import type { PaymentAttempt, PaymentMethodRow } from '../database/tables.ts'
import { json, type Reply } from '../http/reply.ts'
import { paymentObjectOf } from '../payments/payment-object.ts'
import { paymentMethodObject } from '../saved-cards/save-card.ts'
import type { ErrorAnswers } from './answers.ts'
import {
  type ApiBody,
  type ApiCall,
  type ApiHandler,
  type GatedHandler,
  idempotencyKeyOf,
  keyRejected,
  onTerminal,
  readApiBody,
  withWarnings,
} from './call.ts'

/** Gates a route on mode 3A before every other check; `field` is its key under `errors` (7). */
const inMode3A = (field: string, answer: ApiHandler): GatedHandler => ({
  gate: ({ profile }, { refuse }) =>
    profile.tokenized_charge
      ? undefined
      : refuse.invalid(
          { [field]: ['tokenized_charge_disabled'] },
          { code: 'tokenized_charge_disabled' },
        ),
  answer,
})

/** Lists saved cards (4.10). */
export const showMethods = inMode3A('customer', async (sandbox, call) => {
  const customer = customerOf(call)
  if (!customer) return call.refuse.invalid({ customer: ['customer_required'] })
  const methods = await findMethods(sandbox.database.query, customer)
  return json(200, { data: methods.map((method) => listItem(method, sandbox)) })
})

const customerOf = ({ environment, request }: ApiCall): CustomerKey | undefined => {
  const given = (name: string): string =>
    (request.query.get(`customer[${name}]`) ?? '').replaceAll('\0', '').trim()
  const holder = { identity_number: given('identity_number'), email: given('email') }
  return customerKeyOf(environment, holder)
}

/** Section 2.5: "not shown beyond the event shape". */
const listItem = (method: PaymentMethodRow, { profile }: Sandbox): object => ({
  ...paymentMethodObject(method),
  ...(profile.payment_method_fields === 'more' && {
    customer: {
      identity_number: method.customer_identity_number,
      email: method.customer_email,
    },
    status: 'active',
  }),
})

/** The code may be the payments' one (7). */
const methodNotFound = ({ profile }: Sandbox, refuse: ErrorAnswers): Reply =>
  refuse.coded(404, profile.method_not_found_code, 'payment_method_not_found')

/** Revokes a saved card (4.11); not gated on mode 3A. */
export const deleteMethod: ApiHandler = async (sandbox, { request, environment, refuse }) => {
  const revoked = await revokeMethod(sandbox.database.query, {
    environment,
    id: request.params.id ?? '',
    now: sandbox.clock.now(),
  })
  if (!revoked) return methodNotFound(sandbox, refuse)
  switch (sandbox.profile.delete_response) {
    case 'confirmation':
      return json(200, { id: revoked.id, deleted: true })
    case 'payment_method':
      return json(200, paymentMethodObject(revoked))
    case 'empty':
      return json(200, {})
  }
}

/** Charges the card in the path, with a 201 (4.12). */
export const chargeMethod = inMode3A(
  'payment_method_id',
  onTerminal((sandbox, call) =>
    charge(sandbox, call, {
      body: readApiBody(call, chargeInput),
      methodId: call.request.params.id ?? '',
      field: 'payment_method_id',
      status: 201,
      notFound: () => methodNotFound(sandbox, call.refuse),
    }),
  ),
)

/** Alias: charges the card in the body, with a 200 and no 404 (4.12). */
export const chargeToken = inMode3A(
  'payment_token',
  onTerminal((sandbox, call) => {
    const body = readApiBody(call, tokenChargeInput)
    return charge(sandbox, call, {
      body,
      methodId: body.ok ? body.value.payment_token : '',
      field: 'payment_token',
      status: 200,
      notFound: () => call.refuse.invalid({ payment_token: ['method_unknown'] }),
    })
  }),
)

const charge = async (
  sandbox: Sandbox,
  call: ApiCall,
  {
    body,
    ...route
  }: {
    body: ApiBody<ChargeBody>
    methodId: string
    field: string
    status: number
    notFound(): Reply
  },
): Promise<Reply> => {
  const { environment, refuse, request } = call
  const idempotencyKey = idempotencyKeyOf(request)
  const terms = body.ok ? directTermsOf(body.value, sandbox.profile) : undefined
  if (!body.ok || !terms?.ok || idempotencyKey === undefined) {
    return refuse.invalid({
      ...(idempotencyKey === undefined ? { idempotency_key: ['key_required'] } : {}),
      ...(body.ok ? {} : body.violations),
      ...(terms && !terms.ok ? terms.violations : {}),
    })
  }
  const outcome = await chargeStoredCard(sandbox, {
    environment,
    methodId: route.methodId,
    body: body.value,
    terms: terms.terms,
    idempotencyKey,
  })
  switch (outcome.kind) {
    case 'approved':
      return json(route.status, {
        ...chargeObject(outcome, sandbox),
        ...withWarnings(body.warnings),
      })
    case 'declined':
      return json(422, outcome.decline)
    case 'no-such-method':
      return route.notFound()
    case 'revoked':
      return revokedAnswer(sandbox, call, route.field)
    case 'key-rejected':
      return keyRejected(sandbox, call)
  }
}

/** The contract shows only `id` in the response (2.5). */
const chargeObject = ({ payment, transaction }: PaymentAttempt, sandbox: Sandbox): object => {
  if (sandbox.profile.charge_response === 'id_only') return { id: transaction.id }
  const { amount, currency, currency_iso, external_reference, metadata, created_at } =
    paymentObjectOf(payment, sandbox)
  return {
    id: transaction.id,
    status: 'approved',
    amount,
    currency,
    currency_iso,
    external_reference,
    metadata,
    created_at,
  }
}

/** The contract does not show the code (7), so the profile decides. */
const revokedAnswer = (sandbox: Sandbox, { refuse }: ApiCall, field: string): Reply => {
  switch (sandbox.profile.revoked_card_error) {
    case 'payment_method_revoked':
      return refuse.invalid(
        { [field]: ['payment_method_revoked'] },
        { code: 'payment_method_revoked' },
      )
    case 'payment_method_not_found':
      return refuse.coded(404, 'payment_method_not_found')
    case 'declined':
      return json(422, declineWithCode('05'))
  }
}
