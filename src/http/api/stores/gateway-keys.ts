import { z } from 'zod'
import { checkGatewayKeys, type KeyProblem } from '../../../payments/stores/check-gateway-keys.ts'
import { SHORT_SECRET } from '../../../payments/stores/webhook-secret-rules.ts'
import { invalidFields } from '../../../runtime/http/problem.ts'
import { plainText } from '../../../runtime/text/plain-text.ts'
import { type Answer, defineOperatorRoute, refuse } from '../route.ts'
import { allowShortSecret } from './store-schemas.ts'

const FIELDS = {
  secretKey: 'secret_key',
  publishableKey: 'publishable_key',
  webhookSecret: 'webhook_secret',
} as const satisfies Record<KeyProblem['field'], string>

/** Messages by problem, or by field and problem. */
const WORDS: Readonly<Record<string, Record<'en' | 'es', string>>> = {
  'secretKey shape': {
    en: 'A secret key begins with sk_test_ or sk_live_',
    es: 'Una clave secreta empieza con sk_test_ o sk_live_',
  },
  'publishableKey shape': {
    en: 'A publishable key begins with pk_',
    es: 'Una clave publicable empieza con pk_',
  },
  unknown: {
    en: 'The gateway does not know this key',
    es: 'La pasarela no conoce esta clave',
  },
  'other-environment': {
    en: 'Is of another environment (test or live) than the secret key',
    es: 'Es de otro entorno (pruebas o producción) que la clave secreta',
  },
  invisible: {
    en: 'Has a blank or an invisible character inside; copy it again, whole and alone',
    es: 'Tiene un espacio o un carácter invisible en medio; cópielo de nuevo, completo y sin nada más',
  },
  short: SHORT_SECRET,
  missing: { en: 'Must not be empty', es: 'No puede estar vacío' },
  'is-a-key': {
    en: "Is a key; the signing secret is shown by the gateway's portal beside the webhook address",
    es: 'Es una clave; el secreto de firma lo muestra el portal de la pasarela junto a la dirección del webhook',
  },
}

const wordsOf = ({ field, problem }: KeyProblem): Record<'en' | 'es', string> =>
  WORDS[`${field} ${problem}`] ?? WORDS[problem] ?? { en: problem, es: problem }

/** Refuses malformed or rejected keys, each at its field. */
export const refuseKeys = (problems: readonly KeyProblem[]): Answer =>
  refuse(
    invalidFields(
      problems.map((found) => {
        const { en, es } = wordsOf(found)
        const path = [FIELDS[found.field]]
        return { code: 'custom', path, message: en, params: { es }, input: undefined }
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
