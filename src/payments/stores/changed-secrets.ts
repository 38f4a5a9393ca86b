import type { StoreRow } from '../../db/db.ts'
import { tryOpenWebhookSecret } from '../../db/stores/store-secrets.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import type { MailedSecret } from '../ports/tasks/mail-owners.ts'
import { accountOfKey } from './store-fields.ts'

/** Returns the secrets that really change; setting the same value again is a no-op. */
export const changedSecrets = (
  sealer: SecretSealer,
  before: StoreRow,
  {
    webhookSecret,
    secretKey,
  }: { webhookSecret?: string | undefined; secretKey?: string | undefined },
): MailedSecret[] => {
  const changed: MailedSecret[] = []
  if (webhookSecret !== undefined && webhookSecret !== tryOpenWebhookSecret(sealer, before)) {
    changed.push('webhook_secret')
  }
  if (secretKey !== undefined && accountOfKey(secretKey) !== before.gateway_account) {
    changed.push('secret_key')
  }
  return changed
}
