import { z } from 'zod'
import { checkGatewayKeys, type GatewayOfKey } from '../../../src/payments/check-gateway-keys.ts'
import type { Begun } from './begun.ts'

const typed = z.string().trim().max(500).catch('')

/** What the merchant types in. A field that is missing was left empty. */
export const connectForm = z.object({
  secret_key: typed,
  publishable_key: typed,
  webhook_secret: typed,
  connect_code: typed,
  consumer_key: typed,
  consumer_secret: typed,
})

export type ConnectForm = z.output<typeof connectForm>

/** What is wrong with what was typed in, by field; `form`: with none of them. */
export type FormProblems = Partial<
  Record<
    keyof ConnectForm,
    'shape' | 'unknown' | 'other-environment' | 'missing' | 'is-a-key' | 'wrong'
  >
> & { form?: 'gateway-away' | 'not-from-page' }

export type FormCheck =
  | {
      outcome: 'fine'
      environment: NonNullable<Begun['details']['environment']>
      gateway: NonNullable<Begun['secrets']['gateway']>
      /** Typed in here, where WooCommerce cannot hand them over. */
      restKeys: Begun['secrets']['rest_keys']
    }
  | { outcome: 'wrong'; problems: FormProblems }

const FIELDS = {
  secretKey: 'secret_key',
  publishableKey: 'publishable_key',
  webhookSecret: 'webhook_secret',
} as const

/** Checks what was typed in, and asks the gateway. */
export const checkForm = async (
  form: ConnectForm,
  {
    gatewayOf,
    needsRestKeys,
    locale,
  }: {
    gatewayOf: GatewayOfKey
    /** Nobody else brings them. */
    needsRestKeys: boolean
    locale: Begun['details']['locale']
  },
): Promise<FormCheck> => {
  const keys = {
    secretKey: form.secret_key,
    publishableKey: form.publishable_key || null,
    webhookSecret: form.webhook_secret,
  }
  const problems = wrongRestKeys(form, needsRestKeys)
  const checked = await checkGatewayKeys(gatewayOf, { ...keys, locale })
  if (checked.outcome === 'refused') {
    for (const { field, problem } of checked.problems) problems[FIELDS[field]] = problem
  }
  if (Object.keys(problems).length > 0) return { outcome: 'wrong', problems }
  if (checked.outcome !== 'accepted')
    return { outcome: 'wrong', problems: { form: 'gateway-away' } }
  const { consumer_key, consumer_secret } = form
  return {
    outcome: 'fine',
    environment: checked.environment,
    gateway: {
      secret_key: keys.secretKey,
      publishable_key: keys.publishableKey,
      webhook_secret: keys.webhookSecret,
    },
    restKeys: consumer_key ? { consumer_key, consumer_secret } : undefined,
  }
}

/** As WooCommerce makes them; where they can come by themselves, both may be left empty. */
const wrongRestKeys = (form: ConnectForm, areNeeded: boolean): FormProblems => {
  const { consumer_key, consumer_secret } = form
  if (!areNeeded && !consumer_key && !consumer_secret) return {}
  return {
    ...(REST_KEYS.consumer_key.test(consumer_key) ? {} : { consumer_key: 'shape' as const }),
    ...(REST_KEYS.consumer_secret.test(consumer_secret)
      ? {}
      : { consumer_secret: 'shape' as const }),
  }
}

export const REST_KEYS = {
  consumer_key: /^ck_[\x21-\x7e]{1,100}$/,
  consumer_secret: /^cs_[\x21-\x7e]{1,100}$/,
}
