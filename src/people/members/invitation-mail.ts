import { SECOND } from '../../runtime/clock.ts'
import { type MailSent, type MailServer, mailer } from '../../runtime/net/mail.ts'
import type { MadeLink } from '../sign-in/links.ts'

interface Words {
  subject(organization: string): string
  text(organization: string, url: string, until: string): string
}

const WORDS: Record<'es' | 'en', Words> = {
  en: {
    subject: (organization) => `You are invited to ${organization} on Puente`,
    text: (organization, url, until) =>
      `You are invited to ${organization} on Puente. This link lets you in once, until ${until}:\n\n${url}\n\nIf you do not expect this, do nothing.\n`,
  },
  es: {
    subject: (organization) => `Tiene una invitación a ${organization} en Puente`,
    text: (organization, url, until) =>
      `Tiene una invitación a ${organization} en Puente. Este enlace sirve una vez, hasta ${until}:\n\n${url}\n\nSi no la espera, no haga nada.\n`,
  },
}

export interface InvitationMail {
  /** `undefined` disables mail. */
  mailServer: MailServer | undefined
  language: 'es' | 'en'
}

/** Short, because the inviter waits; they get the link even if the mail fails. */
const TIMEOUT_MS = 8 * SECOND

/** `not-set-up`: the inviter passes the link on. */
export const mailInvitation = async (
  { link, email, organizationName }: { link: MadeLink; email: string; organizationName: string },
  { mailServer, language }: InvitationMail,
): Promise<MailSent | { outcome: 'not-set-up' }> => {
  if (!mailServer) return { outcome: 'not-set-up' }
  const { subject, text } = WORDS[language]
  // One line, so the name cannot inject a header or link.
  const organization = organizationName.replaceAll(/\s+/g, ' ').slice(0, 100)
  const until = `${link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return mailer(mailServer, { timeoutMs: TIMEOUT_MS })({
    id: link.id,
    to: [email],
    subject: subject(organization),
    text: text(organization, link.url, until),
  })
}
