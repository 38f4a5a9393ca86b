import { z } from 'zod'
import type { ErrorCode } from '../../../../src/contract/errors.ts'

/** Open schemas: the contract shows only `errors` of a 422, and other errors' codes (7). */

const messages = z.union([z.string(), z.array(z.string()).min(1)])

const isKeyed = (errors: object): boolean => Object.keys(errors).length > 0

/** `keys`: the route's documented keys of `errors`. */
export const violation = (id: string, keys: Readonly<Record<string, string>> = {}) =>
  z
    .looseObject({
      errors: z
        .object(
          Object.fromEntries(
            Object.entries(keys).map(([key, description]) => [
              key,
              messages.optional().meta({ description }),
            ]),
          ),
        )
        .catchall(messages)
        .refine(isKeyed, 'names no field or rule')
        .meta({
          minProperties: 1,
          description: 'Messages keyed by field or rule. Other top-level keys: not shown.',
        }),
    })
    .meta({
      id,
      example: { errors: { [Object.keys(keys)[0] ?? 'amount']: ['Localised text'] } },
    })

export const coded = (id: string, ...codes: readonly [ErrorCode, ...ErrorCode[]]) =>
  z
    .looseObject({
      code: z.enum(codes),
      message: z.string().optional().meta({ description: 'Localised; do not branch on it.' }),
    })
    .meta({ id, example: { code: codes[0], message: 'Localised text' } })

/** English framework text in every locale. */
export const routeNotFoundError = z
  .looseObject({ code: z.literal('not_found' satisfies ErrorCode), message: z.string() })
  .meta({
    id: 'RouteNotFound',
    example: { code: 'not_found', message: 'The route v1/nowhere could not be found.' },
  })

/** The key under `errors` differs by route. */
export const modeDisabled = (id: string, key: 'customer' | 'payment_method_id' | 'payment_token') =>
  z
    .looseObject({
      code: z.literal('tokenized_charge_disabled' satisfies ErrorCode),
      errors: z.looseObject({ [key]: messages }),
    })
    .meta({
      id,
      example: { code: 'tokenized_charge_disabled', errors: { [key]: ['Localised text'] } },
    })

/** 4.13 calls the second code only "the counterpart". */
export const redirectUrlInvalid = z
  .looseObject({
    code: z.enum([
      'success_redirect_url_invalid' satisfies ErrorCode,
      'failed_redirect_url_invalid',
    ]),
  })
  .meta({
    id: 'RedirectUrlInvalid',
    description: 'A redirect URL is not HTTPS. The second code is spelled after the first one.',
    example: { code: 'success_redirect_url_invalid' },
  })

const exampleDecline = { IsoResponseCode: '05', Errors: [{ Code: '05', Message: 'Do not honor' }] }

export const declineFields = {
  IsoResponseCode: z.string().meta({ example: '05' }),
  Errors: z
    .array(z.strictObject({ Code: z.string(), Message: z.string() }))
    .min(1)
    .meta({
      description: 'Branch on the code of the first one.',
      example: exampleDecline.Errors,
    }),
}

export const decline = z
  .looseObject(declineFields)
  .meta({ id: 'Decline', description: 'The processor said no.', example: exampleDecline })

export const notShown = z.looseObject({}).meta({ id: 'NotShown', description: 'Not shown.' })
