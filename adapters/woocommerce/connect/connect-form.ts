import type { z } from 'zod'
import type { GatewayOfKey } from '../../adapter.ts'
import {
  checkKeysForm,
  type FieldProblem,
  type KeysProblems,
  keysForm,
  typedIn,
} from '../../onboarding/keys-form.ts'
import type { Begun } from './begun.ts'

/** What the merchant types in: the gateway's keys, and those of WooCommerce where they have to be. */
export const connectForm = keysForm.extend({ consumer_key: typedIn, consumer_secret: typedIn })

export type ConnectForm = z.output<typeof connectForm>

/** What is wrong with what was typed in, by field; `form`: with none of them. */
export type FormProblems = KeysProblems & Partial<Record<keyof ConnectForm, FieldProblem>>

export type FormCheck =
  | {
      outcome: 'fine'
      environment: NonNullable<Begun['details']['environment']>
      gateway: NonNullable<Begun['secrets']['gateway']>
      /** Typed in here, where WooCommerce cannot hand them over. */
      restKeys: Begun['secrets']['rest_keys']
    }
  | { outcome: 'wrong'; problems: FormProblems }

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
  const wrongKeys = wrongRestKeys(form, needsRestKeys)
  const checked = await checkKeysForm(form, { gatewayOf, locale })
  const problems = { ...wrongKeys, ...(checked.outcome === 'wrong' ? checked.problems : {}) }
  const { form: general, ...fields } = problems
  // What is wrong with a field can be mended at once; a gateway that is away, only by waiting.
  if (Object.keys(fields).length > 0) return { outcome: 'wrong', problems: fields }
  if (checked.outcome === 'wrong') return { outcome: 'wrong', problems: { form: general } }
  const { consumer_key, consumer_secret } = form
  return {
    ...checked,
    restKeys: consumer_key ? { consumer_key, consumer_secret } : undefined,
  }
}

/** As WooCommerce makes them; where they can come by themselves, both may be left empty. */
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
