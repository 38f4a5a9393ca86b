import { Checkbox, type PasswordInputProps } from '@mantine/core'
import { textsBeside } from '../../app/language.tsx'
import { SecretInput } from './secret-input.tsx'

const en = {
  secretDefects: {
    key: 'This is an API key of the gateway. The signing secret is another one: the portal shows it beside the address that you registered.',
    blank: 'There is a blank in it. Was it copied whole, and nothing else?',
    short:
      'This is very short: anyone who guesses it can report orders as paid. Was it copied whole?',
  },
  allowShort: 'The gateway gives no longer secret: take this one',
}

const es: typeof en = {
  secretDefects: {
    key: 'Esto es una clave de API de la pasarela. El secreto de firma es otro: el portal lo muestra junto a la dirección que registró.',
    blank: 'Tiene un espacio. ¿Se copió completo, y nada más?',
    short:
      'Es muy corto: quien lo adivine puede reportar pedidos como pagados. ¿Se copió completo?',
  },
  allowShort: 'La pasarela no da un secreto más largo: usar este',
}

const useTexts = textsBeside({ en, es })

/** The server's minimum; an owner may allow fewer. */
const FEWEST_CHARACTERS = 16

/** The gateway defines the format, so only an API key is certainly wrong. */
const defectOf = (typed: string): keyof typeof en.secretDefects | undefined => {
  const secret = typed.trim()
  if (isKey(secret)) return 'key'
  if (/\s/.test(secret)) return 'blank'
  return isShort(secret) ? 'short' : undefined
}

const isShort = (secret: string): boolean => secret !== '' && secret.length < FEWEST_CHARACTERS

const isKey = (secret: string): boolean => /^[sp]k_/.test(secret)

export const canBeWebhookSecret = (
  typed: string,
  { allowShort }: { allowShort: boolean },
): boolean => typed.trim() !== '' && !isKey(typed.trim()) && (allowShort || !isShort(typed.trim()))

/** Flags suspicious values while typing; an owner may allow a short secret. */
export const WebhookSecretInput = ({
  value,
  error,
  allowShort,
  onAllowShort,
  ...props
}: PasswordInputProps & {
  value: string
  allowShort: boolean
  onAllowShort(allowed: boolean): void
}) => {
  const texts = useTexts()
  const defect = defectOf(value)
  return (
    <>
      <SecretInput
        {...props}
        value={value}
        error={error ?? (defect ? texts.secretDefects[defect] : undefined)}
      />
      {defect === 'short' ? (
        <Checkbox
          label={texts.allowShort}
          checked={allowShort}
          onChange={(event) => onAllowShort(event.currentTarget.checked)}
        />
      ) : null}
    </>
  )
}
