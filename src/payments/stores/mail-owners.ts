import { listMembers } from '../../db/people/members.ts'
import { findStore } from '../../db/stores/stores.ts'
import { mailer } from '../../runtime/net/mail.ts'
import { printable } from '../../runtime/text/printable.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type { TaskOutcome } from '../ports/task-outcome.ts'
import type { ChangedSecrets, MailedSecret } from '../ports/tasks/mail-owners.ts'

type Language = 'es' | 'en'

const SECRETS: Record<Language, Record<MailedSecret, string>> = {
  en: {
    webhook_secret: 'webhook secret',
    notify_secret: 'notify secret',
    secret_key: 'secret key of the gateway',
  },
  es: {
    webhook_secret: 'secreto de webhook',
    notify_secret: 'secreto de notificaciones',
    secret_key: 'clave secreta de la pasarela',
  },
}

const ACTORS: Record<Language, Readonly<Record<string, string>>> = {
  en: { api_key: 'The API key', person: 'The person', command_line: 'The command line' },
  es: {
    api_key: 'La clave de API',
    person: 'La persona',
    command_line: 'La línea de comandos',
  },
}
const UNNAMED: Record<Language, string> = {
  en: 'A page that connects stores',
  es: 'Una página para conectar comercios',
}

interface Facts {
  store: string
  secrets: string
  actor: string
  at: string
  auditUrl: string
}

const WORDS: Record<Language, { subject(facts: Facts): string; text(facts: Facts): string }> = {
  en: {
    subject: ({ store, secrets }) => `Changed in ${store}: ${secrets}`,
    text: ({ store, secrets, actor, at, auditUrl }) =>
      `${actor} changed secrets of the store ${store} on ${at}: ${secrets}.\n\nAnyone who has the webhook secret can report orders as paid. If you do not expect this change, revoke the API key or remove the person, and set the secret again:\n\n${auditUrl}\n`,
  },
  es: {
    subject: ({ store, secrets }) => `Cambió en ${store}: ${secrets}`,
    text: ({ store, secrets, actor, at, auditUrl }) =>
      `${actor} cambió secretos del comercio ${store} el ${at}: ${secrets}.\n\nQuien tiene el secreto de webhook puede reportar pedidos como pagados. Si no espera este cambio, revoque la clave de API o quite a la persona, y ponga el secreto de nuevo:\n\n${auditUrl}\n`,
  },
}

/** Mails a store's owners which secrets changed, and who changed them. */
export const mailOwners = async (
  ctx: PaymentsContext,
  { storeId, messageId, secrets, actor, at }: ChangedSecrets,
): Promise<TaskOutcome> => {
  const { mailServer, language } = ctx.mail
  if (!mailServer) return { outcome: 'done', note: 'no-mail-server' }
  const { query } = ctx.db
  const store = await findStore(query, storeId)
  const members = store ? await listMembers(query, store.organization_id) : []
  const to = members.filter(({ role }) => role === 'owner').map(({ email }) => email)
  if (!store || to.length === 0) return { outcome: 'done', note: 'no-owners' }
  const facts = {
    store: `${oneLine(store.name)} (${storeId})`,
    secrets: secrets.map((secret) => SECRETS[language][secret]).join(', '),
    actor: actorInWords(actor, language),
    at: `${at.slice(0, 16).replace('T', ' ')} UTC`,
    auditUrl: `${ctx.publicUrl}/audit`,
  }
  const { subject, text } = WORDS[language]
  const sent = await mailer(mailServer)({
    id: messageId,
    to,
    subject: subject(facts),
    text: text(facts),
  })
  if (sent.outcome === 'sent') return { outcome: 'done' }
  return { outcome: 'failed', retry: sent.retry, detail: `${sent.detail} ${sent.cure}` }
}

const actorInWords = (actor: ChangedSecrets['actor'], language: Language): string => {
  const kind = actor && ACTORS[language][actor.kind]
  if (!kind) return UNNAMED[language]
  return actor.name ? `${kind} "${oneLine(actor.name)}"` : kind
}

/** Flattens a user-chosen name, so it cannot inject a header or link. */
const oneLine = (name: string): string => printable(name).replaceAll(/\s+/g, ' ').slice(0, 100)
