import { Checkbox, type PasswordInputProps } from '@mantine/core'
import { useTexts } from '../../app/language.ts'
import { SecretInput } from './secret-input.tsx'

/** The server's minimum; an owner may allow fewer. */
const FEWEST_CHARACTERS = 16

/** The gateway defines the format; only an API key is certainly wrong. */
const defectOf = (typed: string): 'key' | 'blank' | 'short' | undefined => {
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
        error={error ?? (defect ? texts.secret[defect] : undefined)}
      />
      {defect === 'short' ? (
        <Checkbox
          label={texts.secret.allowShort}
          checked={allowShort}
          onChange={(event) => onAllowShort(event.currentTarget.checked)}
        />
      ) : null}
    </>
  )
}
