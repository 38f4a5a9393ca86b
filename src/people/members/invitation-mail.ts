import { formatMessage } from '../../locales/format-message.ts'
import type { Language } from '../../locales/language.ts'
import { TEXTS } from '../../locales/texts.ts'
import { SECOND } from '../../runtime/clock.ts'
import { type MailSent, type MailServer, mailer } from '../../runtime/mail/mail.ts'
import type { MadeLink } from '../sign-in/links.ts'

export interface InvitationMail {
  /** `undefined` disables mail. */
  mailServer: MailServer | undefined
  language: Language
}

/** Short, because the inviter waits; they get the link even if the mail fails. */
const TIMEOUT_MS = 8 * SECOND

/** `not-set-up`: the inviter passes the link on. */
export const mailInvitation = async (
  { link, email, organizationName }: { link: MadeLink; email: string; organizationName: string },
  { mailServer, language }: InvitationMail,
): Promise<MailSent | { outcome: 'not-set-up' }> => {
  if (!mailServer) return { outcome: 'not-set-up' }
  const { subject, text } = TEXTS[language].mails.invitation
  // One line, so the name cannot inject a header or link.
  const organization = organizationName.replaceAll(/\s+/g, ' ').slice(0, 100)
  const until = `${link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return mailer(mailServer, { timeoutMs: TIMEOUT_MS })({
    id: link.id,
    to: [email],
    subject: formatMessage(subject, { organization }, language),
    text: formatMessage(text, { organization, url: link.url, until }, language),
  })
}
