import { type MailServer, mailer } from '../../runtime/mail/mail.ts'
import { alertMessageText } from '../messages/message-text.ts'
import type { AlertChannel } from './channel.ts'
import { htmlBody, plainBody } from './email-body.ts'

export interface EmailSettings extends MailServer {
  to: readonly string[]
}

export const emailChannel = ({ to, ...server }: EmailSettings): AlertChannel => {
  const send = mailer(server)
  return {
    name: 'email',
    receiver: to.join(', '),
    send: (message, now) => {
      const text = alertMessageText(message, now)
      const { id, language } = message
      const body = { text: plainBody(text), html: htmlBody(text, language) }
      return send({ id, to, subject: text.subject, ...body })
    },
  }
}
