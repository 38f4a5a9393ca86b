import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTexts } from '../app/language.tsx'

/** A field for a secret; what is in it is never one that is kept. */
export const SecretInput = (props: PasswordInputProps) => {
  const texts = useTexts()
  return (
    <PasswordInput
      autoComplete="off"
      spellCheck={false}
      maxLength={191}
      visibilityToggleButtonProps={{ 'aria-label': texts.showSecret, tabIndex: 0 }}
      {...props}
    />
  )
}
