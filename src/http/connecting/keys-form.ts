import { z } from 'zod'
import type { Locale } from '../../db/tables/stores.ts'
import { checkGatewayKeys, type GatewayOfKey } from '../../payments/stores/check-gateway-keys.ts'

const typed = z.string().trim().max(500).catch('')

/**
 * What the merchant types in to connect a shop of any platform. A field that is missing was left
 * empty.
 */
export const keysForm = z.object({
  secret_key: typed,
  publishable_key: typed,
  webhook_secret: typed,
  connect_code: typed,
})

/** A field of a form for keys; platforms have more of them. */
export const typedIn = typed

export type KeysForm = z.output<typeof keysForm>

export type FieldProblem =
  | 'shape'
  | 'unknown'
  | 'other-environment'
  | 'missing'
  | 'is-a-key'
  | 'wrong'

/** What is wrong with what was typed in, by field; `form`: with none of them. */
export type KeysProblems = Partial<Record<keyof KeysForm, FieldProblem>> & {
  form?: 'gateway-away'
}

/** The keys of a gateway account, as they were typed in. */
export interface TypedKeys {
  secret_key: string
  publishable_key: string | null
  webhook_secret: string
}

export type KeysCheck =
  | { outcome: 'fine'; environment: 'test' | 'live'; gateway: TypedKeys }
  | { outcome: 'wrong'; problems: KeysProblems }

const FIELDS = {
  secretKey: 'secret_key',
  publishableKey: 'publishable_key',
  webhookSecret: 'webhook_secret',
} as const

/** Checks the keys that were typed in, and asks the gateway. */
export const checkKeysForm = async (
  form: Omit<KeysForm, 'connect_code'>,
  { gatewayOf, locale }: { gatewayOf: GatewayOfKey; locale: Locale },
): Promise<KeysCheck> => {
  const gateway = {
    secret_key: form.secret_key,
    publishable_key: form.publishable_key || null,
    webhook_secret: form.webhook_secret,
  }
  const checked = await checkGatewayKeys(gatewayOf, {
    secretKey: gateway.secret_key,
    publishableKey: gateway.publishable_key,
    webhookSecret: gateway.webhook_secret,
    locale,
  })
  switch (checked.outcome) {
    case 'accepted':
      return { outcome: 'fine', environment: checked.environment, gateway }
    case 'unreachable':
      return { outcome: 'wrong', problems: { form: 'gateway-away' } }
    case 'refused': {
      const problems: KeysProblems = {}
      for (const { field, problem } of checked.problems) problems[FIELDS[field]] = problem
      return { outcome: 'wrong', problems }
    }
  }
}
