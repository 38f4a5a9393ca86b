import type { PasswordInputProps } from '@mantine/core'
import { textsBeside } from '../app/language.tsx'
import { SecretInput } from './secret-input.tsx'

const en = {
  secretLooks: {
    key: 'This is an API key of the gateway. The signing secret is another one: the portal shows it beside the address that you registered.',
    blank: 'There is a blank in it. Was it copied whole, and nothing else?',
    short: 'This is very short for a signing secret. Was it copied whole?',
  },
}

const es: typeof en = {
  secretLooks: {
    key: 'Esto es una clave de API de la pasarela. El secreto de firma es otro: el portal lo muestra junto a la dirección que registró.',
    blank: 'Tiene un espacio. ¿Se copió completo, y nada más?',
    short: 'Es muy corto para un secreto de firma. ¿Se copió completo?',
  },
}

const useTexts = textsBeside({ en, es })

const SHORT_LENGTH = 8

/** What is wrong with a signing secret. Its form is the gateway's: only that of a key is known to be another one. */
const looksLike = (typed: string): keyof typeof en.secretLooks | undefined => {
  const secret = typed.trim()
  if (isKey(secret)) return 'key'
  if (/\s/.test(secret)) return 'blank'
  return secret !== '' && secret.length < SHORT_LENGTH ? 'short' : undefined
}

const isKey = (secret: string): boolean => /^[sp]k_/.test(secret)

/** Whether it can be sent: what only looks wrong may be right. */
export const canBeWebhookSecret = (typed: string): boolean =>
  typed.trim() !== '' && !isKey(typed.trim())

/** The field for a signing secret, which says at once what looks wrong. */
export const WebhookSecretInput = ({
  value,
  error,
  ...props
}: PasswordInputProps & { value: string }) => {
  const texts = useTexts().secretLooks
  const looks = looksLike(value)
  return (
    <SecretInput {...props} value={value} error={error ?? (looks ? texts[looks] : undefined)} />
  )
}
