import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTexts } from '../../app/language.ts'

/** Never shows a stored secret. */
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
