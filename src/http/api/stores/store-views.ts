import type { z } from 'zod'
import type { StoreRow } from '../../../db/db.ts'
import { type Actor, nameOfActor } from '../../../domain/actor.ts'
import { webhookUrlOf } from '../../../payments/health/test-webhooks.ts'
import type { PaymentsContext } from '../../../payments/ports/context.ts'
import { type Policy, policyOf } from '../../../payments/ports/policy.ts'
import {
  hintsOfStore,
  type SecretHints,
  secretHint,
} from '../../../payments/stores/secret-hints.ts'
import { addressWithoutSecrets } from '../../../runtime/net/address-without-secrets.ts'
import type { MerchantInput } from '../route.ts'
import { viewOfApprovalLimit } from './approval-limit.ts'
import type { storeOfPerson, storeView, wholeStore } from './store-schemas.ts'

const fieldsOf = (ctx: PaymentsContext, store: StoreRow) => ({
  id: store.id,
  name: store.name,
  platform: store.platform,
  environment: store.environment,
  locale: store.locale,
  webhook_url: webhookUrlOf(ctx, store),
  connected_at: store.connected_at.toISOString(),
  frozen_at: store.frozen_at?.toISOString() ?? null,
})

const ownerOf = (store: StoreRow) => ({
  organization_id: store.organization_id,
  disabled_at: store.disabled_at?.toISOString() ?? null,
  frozen_by: store.frozen_by && authorOf(store.frozen_by),
  frozen_why: store.frozen_why,
})

const authorOf = (actor: Actor): string => nameOfActor(actor) ?? actor.kind

/** Maps a store to JSON for people. */
export const viewOfStore = (
  ctx: PaymentsContext,
  store: StoreRow,
): z.input<typeof storeOfPerson> => ({
  ...fieldsOf(ctx, store),
  ...ownerOf(store),
  created_at: store.created_at.toISOString(),
})

/** Shows a store with its connection; masks secrets. */
export const viewOfConnection = (
  { ctx, connecting }: Pick<MerchantInput, 'ctx' | 'connecting'>,
  store: StoreRow,
): z.input<typeof storeView> => {
  const hints = hintsOfStore(connecting.sealer, store, ctx.clock.now())
  return {
    ...fieldsOf(ctx, store),
    notify_url: store.notify_url && addressWithoutSecrets(store.notify_url),
    orders_url: store.orders_url && addressWithoutSecrets(store.orders_url),
    publishable_key: store.publishable_key && secretHint(store.publishable_key),
    secrets: {
      secret_key: viewOfHints(hints.secretKey),
      webhook_secret: viewOfHints(hints.webhookSecret),
      notify_secret: viewOfHints(hints.notifySecret),
    },
    policy: store.policy,
    updated_at: store.updated_at.toISOString(),
  }
}

const viewOfHints = (hints: SecretHints | undefined) =>
  hints
    ? {
        hint: hints.hint,
        replaced: hints.replaced.map(({ hint, until }) => ({ hint, until: until.toISOString() })),
      }
    : null

/** Shows a store with its connection and settings. */
export const viewOfWholeStore = (
  given: Pick<MerchantInput, 'ctx' | 'connecting'>,
  store: StoreRow,
): z.input<typeof wholeStore> => ({
  ...viewOfConnection(given, store),
  ...ownerOf(store),
  ...viewOfApprovalLimit(store, given.ctx.clock.now()),
  decisions: wholePolicy(given.ctx, store),
})

/** Adds the platform's defaults, if its adapter can parse the policy. */
const wholePolicy = ({ platforms }: PaymentsContext, store: StoreRow): Policy => {
  const policy = policyOf(store)
  const running = platforms.find(({ adapter }) => adapter.name === store.platform)
  const own = running?.adapter.policy.safeParse(policy.platform).data
  return { ...policy, platform: { ...policy.platform, ...(own as object | undefined) } }
}
