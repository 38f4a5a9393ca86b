import { z } from 'zod'
import type { Language } from '../../src/locales/language.ts'
import { trimPasted } from '../../src/runtime/text/pasted.ts'
import { checkGatewayKeys, type GatewayOfKey } from '../adapter.ts'
import { accountOf, type TypedKeys } from './connection.ts'

/** Form field, trimmed and bounded; empty if missing. */
export const pastedText = z.string().overwrite(trimPasted).max(500).catch('')

export const keysFormSchema = z.object({
  secret_key: pastedText,
  publishable_key: pastedText,
  webhook_secret: pastedText,
  connect_code: pastedText,
})

export type KeysForm = z.output<typeof keysFormSchema>

export type FieldProblem =
  | 'shape'
  | 'unknown'
  | 'other-environment'
  | 'missing'
  | 'is-a-key'
  | 'short'
  | 'wrong'
  | 'invisible'

/** `form`: a problem of the whole form. */
export type KeysProblems = Partial<Record<keyof KeysForm, FieldProblem>> & {
  form?: 'gateway-away' | 'not-from-page'
}

export type KeysCheck =
  | { outcome: 'accepted'; environment: 'test' | 'live'; gateway: TypedKeys }
  | { outcome: 'wrong'; problems: KeysProblems }

const FIELDS = {
  secretKey: 'secret_key',
  publishableKey: 'publishable_key',
  webhookSecret: 'webhook_secret',
} as const

/** Validates keys with the gateway. Returns their environment, or problems by field. */
export const checkKeysForm = async (
  form: Omit<KeysForm, 'connect_code'>,
  { gatewayOf, locale }: { gatewayOf: GatewayOfKey; locale: Language },
): Promise<KeysCheck> => {
  const gateway = {
    secret_key: form.secret_key,
    publishable_key: form.publishable_key || null,
    webhook_secret: form.webhook_secret,
  }
  const checked = await checkGatewayKeys(gatewayOf, { ...accountOf(gateway), locale })
  switch (checked.outcome) {
    case 'accepted':
      return { outcome: 'accepted', environment: checked.environment, gateway }
    case 'unreachable':
      return { outcome: 'wrong', problems: { form: 'gateway-away' } }
    case 'refused': {
      const problems: KeysProblems = {}
      for (const { field, problem } of checked.problems) problems[FIELDS[field]] = problem
      return { outcome: 'wrong', problems }
    }
  }
}
