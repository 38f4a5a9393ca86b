import { platformOf } from '../../../payments/ports/platform.ts'
import {
  refuseOtherEnvironment,
  rotateNotifySecret,
} from '../../../payments/stores/change-store.ts'
import { checkGatewayKeys } from '../../../payments/stores/check-gateway-keys.ts'
import { endOfReplaced } from '../../../payments/stores/replaced-secrets.ts'
import { isWithinAMonth, WITHIN_A_MONTH } from '../../../payments/stores/store-fields.ts'
import {
  fieldProblem,
  notFound,
  type Problem,
  problem,
  problemWords,
} from '../../../runtime/http/problem.ts'
import { fieldMessage } from '../../../runtime/text/field-messages.ts'
import { WRONG_PLATFORM } from '../merchant/wrong-platform.ts'
import { byStore } from '../operator/locate.ts'
import { defineMerchantRoute, refuse } from '../route.ts'
import { changeAndShow, storeDepsOf } from './store.ts'
import { refuseChange, refuseKeys } from './store-refusals.ts'
import {
  notifySecretRotated,
  notifySecretRotation,
  secretKeyChange,
  storeView,
  webhookSecretRotation,
} from './store-schemas.ts'

const rotationOf = (
  secret: 'notify-secret' | 'webhook-secret' | 'secret-key',
  ownOfPeople: { operationId?: string } = {},
) =>
  ({
    method: 'post',
    path: `/v1/store/secrets/${secret}/rotate`,
    tag: 'Store',
    scope: 'admin',
    byPerson: {
      path: `/operator/v1/stores/{id}/secrets/${secret}/rotate`,
      locate: byStore,
      needsFreshSignIn: () => true,
      ...ownOfPeople,
    },
  }) as const

export const rotateNotifySecretOfStore = defineMerchantRoute({
  ...rotationOf('notify-secret'),
  operationId: 'rotateNotifySecret',
  summary: 'Rotate the notify secret; the previous secret also signs until a given time',
  body: notifySecretRotation,
  answers: { 200: { description: 'The new secret', schema: notifySecretRotated } },
  problems: {
    403: 'The store receives no signed notifications (`wrong_platform`), or the key lacks the scope (`not_allowed`)',
    409: 'Too many previous secrets are still valid (`rotated_too_often`)',
    422: 'The time is not valid',
  },
  handle: async (given) => {
    const { ctx, store, body } = given
    const { traits } = platformOf(ctx.platforms, store).adapter
    if (!traits.receivesSignedNotifications) return refuse(WRONG_PLATFORM)
    const now = ctx.clock.now()
    const until = body.until === undefined ? endOfReplaced(now) : new Date(body.until)
    if (!isWithinAMonth(until, now)) return refuse(fieldProblem('until', WITHIN_A_MONTH))
    const rotated = await rotateNotifySecret(storeDepsOf(given), { storeId: store.id, until })
    switch (rotated.outcome) {
      case 'no-such-store':
        return refuse(notFound('The store was removed'))
      case 'not-yet':
        return refuse(
          problem({
            code: 'rotated_too_often',
            title: 'Too many previous secrets are still valid',
            detail: `You can rotate the secret again from ${rotated.from.toISOString()}. Until then, Puente still signs with the previous secrets.`,
          }),
        )
      case 'rotated':
        return {
          status: 200,
          body: { notify_secret: rotated.notifySecret, previous_until: until.toISOString() },
        }
    }
  },
})

export const rotateWebhookSecretOfStore = defineMerchantRoute({
  ...rotationOf('webhook-secret'),
  operationId: 'rotateWebhookSecret',
  summary:
    "Replace the gateway's signing secret; the previous secret stays valid until a given time",
  body: webhookSecretRotation,
  answers: { 200: { description: 'The changed store', schema: storeView } },
  problems: { 422: 'A field is not valid; nothing was changed' },
  handle: async (given) => {
    const { webhook_secret: webhookSecret, until, allow_short: allowShort } = given.body
    // Only owners, among people, have the scope `admin`.
    if (allowShort && given.actor.kind !== 'person') {
      return refuse(fieldProblem('allow_short', fieldMessage('shortSecretByOwner')))
    }
    const previousSecretUntil = until === undefined ? undefined : new Date(until)
    return changeAndShow(given, { webhookSecret, previousSecretUntil, allowShort })
  },
})

export const changeSecretKeyOfStore = defineMerchantRoute({
  ...rotationOf('secret-key', { operationId: 'changeSecretKey' }),
  operationId: 'rotateSecretKey',
  summary: 'Replace the secret key of the gateway account immediately',
  body: secretKeyChange,
  answers: { 200: { description: 'The changed store', schema: storeView } },
  problems: {
    422: 'The gateway does not know the key, or it belongs to the other environment; nothing was changed',
    502: 'The gateway did not answer (`gateway_unreachable`, retry); nothing was changed',
  },
  handle: async (given) => {
    const { store, body, connecting } = given
    const { secret_key: secretKey, publishable_key: publishableKey } = body
    const moved = refuseOtherEnvironment(store, secretKey)
    if (moved) return refuseChange(moved)
    const checked = await checkGatewayKeys(connecting.gatewayOf, {
      secretKey,
      publishableKey: publishableKey ?? store.publishable_key,
      webhookSecret: undefined,
      locale: store.locale,
    })
    if (checked.outcome === 'unreachable') {
      return refuse(GATEWAY_UNAVAILABLE, { 'retry-after': '5' })
    }
    if (checked.outcome === 'refused') return refuseKeys(checked.problems)
    return changeAndShow(given, { secretKey, publishableKey })
  },
})

const GATEWAY_UNAVAILABLE: Problem = problem({
  code: 'gateway_unreachable',
  ...problemWords('keyNotChecked'),
})
