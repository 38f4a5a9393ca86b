import { z } from 'zod'
import { checkGatewayKeys, type KeyProblem } from '../../../payments/stores/check-gateway-keys.ts'
import { MIN_SECRET_LENGTH } from '../../../payments/stores/webhook-secret-rules.ts'
import { invalidFields } from '../../../runtime/http/problem.ts'
import { fieldIssue, fieldMessage } from '../../../runtime/text/field-messages.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { type Answer, defineOperatorRoute, refuse } from '../route.ts'
import { allowShortSecret } from './store-schemas.ts'

const FIELDS = {
  secretKey: 'secret_key',
  publishableKey: 'publishable_key',
  webhookSecret: 'webhook_secret',
} as const satisfies Record<KeyProblem['field'], string>

/** Refuses malformed or rejected keys, each at its field. */
export const refuseKeys = (problems: readonly KeyProblem[]): Answer =>
  refuse(
    invalidFields(
      problems.map(({ field, problem }) => {
        const values = { field, least: MIN_SECRET_LENGTH }
        return fieldIssue([FIELDS[field]], fieldMessage(`key-${problem}`, values))
      }),
    ),
  )

/** Checks keys at the gateway before the store is connected. Stores nothing. */
export const testGatewayKeys = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/gateway-keys/test',
  operationId: 'testGatewayKeys',
  tag: 'Stores',
  scope: 'admin',
  summary: 'Check keys at the gateway without storing them',
  body: z
    .strictObject({
      secret_key: plainText(191),
      publishable_key: plainText(191).nullable().default(null),
      webhook_secret: plainText(191).optional(),
      allow_short: allowShortSecret,
    })
    .meta({ id: 'GatewayKeys', example: { secret_key: 'sk_test_sandbox' } }),
  answers: {
    200: {
      description: 'What the gateway says',
      schema: z
        .object({
          reached: z.boolean().meta({
            description: '`false`: it does not answer; the keys may be fine.',
          }),
          environment: z.enum(['test', 'live']).nullable(),
        })
        .meta({ id: 'TestedGatewayKeys' }),
    },
  },
  problems: { 422: 'A key is not valid, or the gateway does not know it' },
  handle: async ({ connecting, body, reader }) => {
    const check = await checkGatewayKeys(connecting.gatewayOf, {
      secretKey: body.secret_key,
      publishableKey: body.publishable_key,
      webhookSecret: body.webhook_secret,
      allowShort: body.allow_short,
      locale: reader ?? 'en',
    })
    if (check.outcome === 'refused') return refuseKeys(check.problems)
    const environment = check.outcome === 'accepted' ? check.environment : null
    return { status: 200, body: { reached: environment !== null, environment } }
  },
})
