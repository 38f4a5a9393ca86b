import type { StoreRow } from '../../db/db.ts'
import { listMembers } from '../../db/people/members.ts'
import { tryOpenWebhookSecret } from '../../db/stores/store-secrets.ts'
import { findStore } from '../../db/stores/stores.ts'
import { formatList } from '../../locales/format-list.ts'
import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { mailer } from '../../runtime/mail/mail.ts'
import type { SecretSealer } from '../../runtime/secrets/sealed-secrets.ts'
import { oneLine } from '../../runtime/text/printable.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import type { ChangedSecrets, MailedSecret } from '../ports/tasks/notification-tasks.ts'
import { accountOfKey } from './store-fields.ts'

/** Mails a store's owners which secrets changed, and who changed them. */
export const mailOwners = async (
  ctx: PaymentsContext,
  { storeId, messageId, secrets, address = '', actor, at }: ChangedSecrets,
): Promise<TaskOutcome> => {
  const { mailServer, language } = ctx.mail
  if (!mailServer) return { outcome: 'done', note: 'no-mail-server' }
  const { query } = ctx.db
  const store = await findStore(query, storeId)
  const members = store ? await listMembers(query, store.organization_id) : []
  const to = members.filter(({ role }) => role === 'owner').map(({ email }) => email)
  if (!store || to.length === 0) return { outcome: 'done', note: 'no-owners' }
  const { subject, text, secrets: names } = TEXTS[language].mails.changedSecrets
  const facts = {
    store: `${oneLine(store.name, MOST_NAME)} (${storeId})`,
    secrets: formatList(
      secrets.map((secret) => formatMessage(names[secret], { address }, language)),
      language,
    ),
    actor: actorInWords(actor, language),
    at: `${at.slice(0, 16).replace('T', ' ')} UTC`,
    url: `${ctx.publicUrl}/audit`,
  }
  const sent = await mailer(mailServer)({
    id: messageId,
    to,
    subject: formatMessage(subject, facts, language),
    text: formatMessage(text, facts, language),
  })
  if (sent.outcome === 'sent') return { outcome: 'done' }
  return { outcome: 'failed', retry: sent.retry, detail: `${sent.detail} ${sent.cure}` }
}

const actorInWords = (actor: ChangedSecrets['actor'], language: Language): string => {
  const { actors, unnamed } = TEXTS[language].mails.changedSecrets
  const kinds: Readonly<Record<string, string>> = actors
  const kind = actor && kinds[actor.kind]
  if (!kind) return unnamed
  return actor.name ? `${kind} "${oneLine(actor.name, MOST_NAME)}"` : kind
}

/** Flattens a user-chosen name, so it cannot inject a header or link. */
const MOST_NAME = 100

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
