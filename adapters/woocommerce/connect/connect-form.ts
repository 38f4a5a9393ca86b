import type { z } from 'zod'
import type { GatewayOfKey } from '../../adapter.ts'
import {
  checkKeysForm,
  type FieldProblem,
  type KeysCheck,
  type KeysProblems,
  keysFormSchema,
  pastedText,
} from '../../onboarding/keys-form.ts'
import type { PendingConnection } from './pending-connection.ts'

export const connectFormSchema = keysFormSchema.extend({
  consumer_key: pastedText,
  consumer_secret: pastedText,
})

export type ConnectForm = z.output<typeof connectFormSchema>

/** Problems by field; `form` for the rest. */
export type FormProblems = KeysProblems & Partial<Record<keyof ConnectForm, FieldProblem>>

export type FormCheck =
  /** `restKeys`: typed by the merchant if WooCommerce cannot post them. */
  | (Accepted & { restKeys: PendingConnection['secrets']['rest_keys'] })
  | { outcome: 'wrong'; problems: FormProblems }

type Accepted = Extract<KeysCheck, { outcome: 'accepted' }>

/** Validates the form and checks the keys with the gateway. */
export const checkForm = async (
  form: ConnectForm,
  {
    gatewayOf,
    needsRestKeys,
    locale,
  }: {
    gatewayOf: GatewayOfKey
    needsRestKeys: boolean
    locale: PendingConnection['details']['locale']
  },
): Promise<FormCheck> => {
  const wrongKeys = wrongRestKeys(form, needsRestKeys)
  const checked = await checkKeysForm(form, { gatewayOf, locale })
  const problems = { ...wrongKeys, ...(checked.outcome === 'wrong' ? checked.problems : {}) }
  const { form: general, ...fields } = problems
  // Field problems first, because the merchant can fix those now.
  if (Object.keys(fields).length > 0) return { outcome: 'wrong', problems: fields }
  if (checked.outcome === 'wrong') return { outcome: 'wrong', problems: { form: general } }
  const { consumer_key, consumer_secret } = form
  return {
    ...checked,
    restKeys: consumer_key ? { consumer_key, consumer_secret } : undefined,
  }
}

const wrongRestKeys = (form: ConnectForm, areNeeded: boolean): FormProblems => {
  const { consumer_key, consumer_secret } = form
  if (!areNeeded && !consumer_key && !consumer_secret) return {}
  const wrong: FormProblems = {}
  if (!REST_KEYS.consumer_key.test(consumer_key)) wrong.consumer_key = 'shape'
  if (!REST_KEYS.consumer_secret.test(consumer_secret)) wrong.consumer_secret = 'shape'
  return wrong
}

export const REST_KEYS = {
  consumer_key: /^ck_[\x21-\x7e]{1,100}$/,
  consumer_secret: /^cs_[\x21-\x7e]{1,100}$/,
}
