import { type MailServer, mailer } from '../../runtime/net/mail.ts'
import { alertMessageText } from '../messages/message-text.ts'
import type { AlertChannel } from './channel.ts'

export interface EmailSettings extends MailServer {
  to: readonly string[]
}

export const emailChannel = ({ to, ...server }: EmailSettings): AlertChannel => {
  const send = mailer(server)
  return {
    name: 'email',
    receiver: to.join(', '),
    send: (message, now) => {
      const { subject, text, link } = alertMessageText(message, now)
      return send({ id: message.id, to, subject, text: `${text}\n${link}` })
    },
  }
}
