import { z } from 'zod'
import { checkGatewayKeys } from '../../../payments/stores/check-gateway-keys.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { defineOperatorRoute } from '../route.ts'
import { refuseKeys } from './store-refusals.ts'
import { allowShortSecret } from './store-schemas.ts'

export const keyFields = {
  secret_key: plainText(191).meta({ description: 'Secret key of the gateway account.' }),
  publishable_key: plainText(191).nullable().default(null),
  webhook_secret: plainText(191).meta({
    description: "The gateway's signing secret for webhooks, of at least 16 characters.",
  }),
  allow_short: allowShortSecret,
}

/** Checks keys at the gateway before the store is connected. Stores nothing. */
export const testGatewayKeys = defineOperatorRoute({
  method: 'post',
  path: '/operator/v1/gateway-keys/test',
  operationId: 'testGatewayKeys',
  tag: 'Stores',
  scope: 'admin',
  summary: 'Check keys at the gateway without storing them',
  body: z
    .strictObject({ ...keyFields, webhook_secret: keyFields.webhook_secret.optional() })
    .meta({ id: 'GatewayKeys', example: { secret_key: 'sk_test_sandbox' } }),
  answers: {
    200: {
      description: 'Result of the check',
      schema: z
        .object({
          reached: z.boolean().meta({
            description: '`false` if the gateway did not answer; the keys may still be valid.',
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
